// diagnostics: OpenMP directives without the construct that they need, with legal neighbours
void take(int i);

void parts(int n, int *a)
{
    #pragma omp section
//  ^^^^^^^^^^^^^^^^^^^ warning[ACC0155]
//              ^^^^^^^ error[OMP0061]
    take(1);
    #pragma omp parallel sections
    {
        #pragma omp section
        take(1);
        #pragma omp section
        take(2);
    }
    #pragma omp parallel
    {
        #pragma omp distribute
//                  ^^^^^^^^^^ error[OMP0061]
        for (int i = 0; i < n; ++i)
            a[i] = 1;
        #pragma omp teams
//                  ^^^^^ error[OMP0061]
        a[0] = 1;
    }
    #pragma omp teams
    {
        #pragma omp distribute
        for (int i = 0; i < n; ++i)
            a[i] = 1;
    }
}

// A function that `teams` may call.
void called_by_teams(int n, int *a)
{
    #pragma omp distribute
    for (int i = 0; i < n; ++i)
        a[i] = 1;
}

// A function that a loop with `ordered` may call.
void called_in_order(int i)
{
    #pragma omp ordered
    take(i);
}

void in_order(int n, int *a)
{
    #pragma omp parallel for
    for (int i = 0; i < n; ++i) {
        #pragma omp ordered
//                  ^^^^^^^ error[OMP0061]
        a[i] = i;
    }
    #pragma omp parallel for ordered
    for (int i = 0; i < n; ++i) {
        #pragma omp ordered threads
        a[i] = i;
    }
    #pragma omp parallel for ordered(1)
    for (int i = 0; i < n; ++i) {
        #pragma omp ordered depend(sink: i - 1)
        a[i] = i;
        #pragma omp ordered depend(source)
    }
    #pragma omp parallel for ordered
    for (int i = 0; i < n; ++i) {
        #pragma omp ordered doacross(source:)
//                  ^^^^^^^ error[OMP0061]
        a[i] = i;
    }
    #pragma omp parallel for
    for (int i = 0; i < n; ++i) {
        #pragma omp ordered simd
//                  ^^^^^^^ error[OMP0061]
        a[i] = i;
    }
}

void ended(int n, int *a)
{
    #pragma omp parallel
    {
        #pragma omp cancel parallel
        #pragma omp cancel for
//                  ^^^^^^ error[OMP0061]
        #pragma omp for
        for (int i = 0; i < n; ++i) {
            #pragma omp cancellation point for
            #pragma omp cancel for if(a[i])
            #pragma omp cancel parallel
//                      ^^^^^^ error[OMP0061]
        }
        #pragma omp for nowait
        for (int i = 0; i < n; ++i) {
            #pragma omp cancel for
//                      ^^^^^^ error[OMP0061]
        }
        #pragma omp task
        {
            #pragma omp cancellation point taskgroup
            take(1);
        }
    }
    #pragma omp parallel sections
    {
        #pragma omp section
        {
            #pragma omp cancel sections
        }
    }
    #pragma omp cancellation point parallel
//              ^^^^^^^^^^^^^^^^^^ error[OMP0061]
}

void prefix_sums(int n, int *a, int *b)
{
    int sum = 0;
    #pragma omp parallel for reduction(inscan, +: sum)
    for (int i = 0; i < n; ++i) {
        sum += a[i];
        #pragma omp scan inclusive(sum)
        b[i] = sum;
    }
    #pragma omp parallel for reduction(+: sum)
    for (int i = 0; i < n; ++i) {
        sum += a[i];
        #pragma omp scan inclusive(sum)
//                  ^^^^ error[OMP0061]
        b[i] = sum;
    }
}

void free_loops(int n, int *a)
{
    #pragma omp loop
//              ^^^^ error[OMP0061]
    for (int i = 0; i < n; ++i)
        a[i] = 1;
    #pragma omp loop bind(parallel)
    for (int i = 0; i < n; ++i)
        a[i] = 1;
    #pragma omp parallel
    {
        #pragma omp loop
        for (int i = 0; i < n; ++i)
            a[i] = 1;
        #pragma omp loop bind(teams)
//                  ^^^^ error[OMP0061]
        for (int i = 0; i < n; ++i)
            a[i] = 1;
    }
}

// What is around a construct depends on the device.
void chosen(int n, int *a)
{
    #pragma omp target
    #pragma omp metadirective when(device={arch(nvptx)}: teams loop) otherwise(parallel loop)
    for (int i = 0; i < n; ++i)
        a[i] = 1;
    #pragma omp target map(a[0:n])
    #pragma omp metadirective when(device={kind(gpu)}: teams) otherwise(nothing)
    {
        #pragma omp distribute parallel for
        for (int i = 0; i < n; ++i)
            a[i] = 1;
    }
    #pragma omp begin metadirective when(device={kind(gpu)}: teams)
    #pragma omp distribute
    for (int i = 0; i < n; ++i)
        a[i] = 1;
    #pragma omp end metadirective
}
