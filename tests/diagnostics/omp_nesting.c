// diagnostics: OpenMP regions that may not be nested, with legal neighbours
void take(int i);
int omp_get_thread_num(void);

void worksharing(int n, int *a)
{
    #pragma omp parallel
//  ^^^^^^^^^^^^^^^^^^^^ warning[ACC0155]
    {
        #pragma omp for
        for (int i = 0; i < n; ++i) {
            #pragma omp for
//                      ^^^ error[OMP0060]
            for (int j = 0; j < n; ++j)
                a[j] = i;
            #pragma omp parallel for
            for (int j = 0; j < n; ++j)
                a[j] = i;
            #pragma omp single
//                      ^^^^^^ error[OMP0060]
            take(i);
            #pragma omp critical
            take(i);
        }
        #pragma omp critical
        {
            #pragma omp barrier
//                      ^^^^^^^ error[OMP0060]
            #pragma omp parallel
            {
                #pragma omp barrier
            }
        }
        #pragma omp task
        {
            #pragma omp sections
//                      ^^^^^^^^ error[OMP0060]
            {
                #pragma omp section
                take(1);
            }
            #pragma omp taskwait
        }
        #pragma omp masked
        {
            #pragma omp for simd
//                      ^^^^^^^^ error[OMP0060]
            for (int i = 0; i < n; ++i)
                a[i] = 1;
            #pragma omp taskloop
            for (int i = 0; i < n; ++i)
                a[i] = 1;
            #pragma omp simd
            for (int i = 0; i < n; ++i)
                a[i] = 1;
        }
        #pragma omp scope
        {
            #pragma omp barrier
            #pragma omp for
            for (int i = 0; i < n; ++i)
                a[i] = 1;
        }
    }
}

void lanes(int n, int *a)
{
    #pragma omp simd
    for (int i = 0; i < n; ++i) {
        #pragma omp parallel
//                  ^^^^^^^^ error[OMP0060]
        take(i);
        #pragma omp ordered simd
        a[i] = i;
        #pragma omp atomic
        a[0] += i;
    }
    #pragma omp parallel for simd
    for (int i = 0; i < n; ++i) {
        #pragma omp critical
//                  ^^^^^^^^ error[OMP0060]
        take(i);
    }
}

void concurrent(int n, int *a)
{
    #pragma omp parallel for order(concurrent)
    for (int i = 0; i < n; ++i) {
        #pragma omp task
//                  ^^^^ error[OMP0060]
        take(i);
        #pragma omp simd
        for (int j = 0; j < n; ++j)
            a[j] = i;
        a[i] = omp_get_thread_num();
//             ^^^^^^^^^^^^^^^^^^ error[OMP0064]
    }
    #pragma omp parallel for
    for (int i = 0; i < n; ++i)
        a[i] = omp_get_thread_num();
    #pragma omp target teams loop
    for (int i = 0; i < n; ++i) {
        #pragma omp atomic
        a[0] += i;
    }
}

void leagues(int n, int *a)
{
    #pragma omp target teams
    {
        #pragma omp single
//                  ^^^^^^ error[OMP0060]
        a[0] = 1;
        #pragma omp distribute parallel for
        for (int i = 0; i < n; ++i)
            a[i] = 1;
        #pragma omp parallel
        {
            #pragma omp single
            a[0] = 1;
        }
    }
    #pragma omp target
    {
        a[0] = 1;
//      ^ error[OMP0065]
        #pragma omp teams
        a[0] = 1;
    }
    #pragma omp target
    {
        #pragma omp teams distribute
        for (int i = 0; i < n; ++i)
            a[i] = 1;
    }
}

void locks(int n, int *a)
{
    #pragma omp critical(first)
    {
        #pragma omp critical(second)
        a[0] = 1;
        #pragma omp critical(first)
//                  ^^^^^^^^ error[OMP0060]
        a[0] = n;
    }
}
