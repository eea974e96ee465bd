// diagnostics: jumps out of constructs of OpenMP and into them, and out of their loops
void g(void);
void stop(void) __attribute__((noreturn));

int out_of_constructs(int n, int *a)
{
    #pragma omp parallel
//  ^^^^^^^^^^^^^^^^^^^^ warning[ACC0155]
    {
        if (n < 0)
            return 1;
//          ^^^^^^ error[OMP0080]
        if (n == 0)
            goto end;
//          ^^^^ error[OMP0080]
    }
    #pragma omp critical
    return 2;
//  ^^^^^^ error[OMP0080]
    #pragma omp parallel for
    for (int i = 0; i < n; ++i) {
        if (a[i] < 0)
            return 3;
//          ^^^^^^ error[OMP0080]
        a[i] = 0;
    }
    for (int i = 0; i < n; ++i) {
        #pragma omp task
        if (i == 3)
            break;
//          ^^^^^ error[OMP0080]
        #pragma omp masked
        {
            continue;
//          ^^^^^^^^ error[OMP0080]
        }
    }
end:
    return 0;
}

void into_constructs(int n)
{
    goto inside;
//  ^^^^ error[OMP0080]
    #pragma omp single
    {
inside:
        g();
    }
    switch (n) {
    case 0:
        g();
        #pragma omp single
        {
    case 1:
//  ^^^^ error[OMP0080]
            g();
        }
    }
}

void between_constructs(int n)
{
    #pragma omp sections
    {
        #pragma omp section
        {
            if (n)
                goto other;
//              ^^^^ error[OMP0080]
        }
        #pragma omp section
        {
other:
            g();
        }
    }
}

void loops(int n, int *a)
{
    #pragma omp for
    for (int i = 0; i < n; ++i)
        if (a[i])
            break;
//          ^^^^^ error[OMP0081]
    #pragma omp simd collapse(2)
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
            if (a[i])
                break;
//              ^^^^^ error[OMP0081]
            a[j] = 1;
        }
    #pragma omp tile sizes(4)
    for (int i = 0; i < n; ++i)
        if (a[i])
            break;
//          ^^^^^ error[OMP0081]
    #pragma omp parallel
    #pragma omp for ordered(1)
    for (int i = 0; i < n; ++i) {
        if (a[i])
            break;
//          ^^^^^ error[OMP0081]
    }
}

int good(int n, int *a)
{
    int found = 0;
    #pragma omp parallel
    {
        if (n < 0)
            goto last;
        if (n == 7)
            stop();
        for (int i = 0; i < n; ++i) {
            if (a[i])
                break;
            if (a[i] == 3)
                continue;
        }
        switch (n) {
        case 1:
            g();
            break;
        default:
            g();
        }
last:
        g();
    }
    #pragma omp parallel for
    for (int i = 0; i < n; ++i) {
        if (a[i])
            continue;
        while (1)
            break;
        switch (i) {
        case 2:
            break;
        case 3:
            continue;
        }
        for (int j = 0; j < n; ++j)
            if (a[j])
                break;
    }
    #pragma omp parallel for collapse(2)
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
            if (a[j])
                continue;
            a[i] = 1;
        }
    for (int i = 0; i < n; ++i) {
        #pragma omp barrier
        if (a[i])
            break;
        #pragma omp atomic
        ++found;
        if (a[i] == 2)
            return 1;
    }
    switch (n) {
    case 1:
        {
            #pragma omp taskwait
            break;
        }
    case 2:
        #pragma omp parallel
        g();
        break;
    }
    return found;
}
