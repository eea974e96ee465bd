// diagnostics: OpenMP clauses that contradict each other
int a[8][8], x, y, z;

void ordered_loops(void)
{
    #pragma omp for ordered order(concurrent)
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning[ACC0155]
//                          ^^^^^^^^^^^^^^^^^ error[OMP0120]
    for (int i = 0; i < 8; ++i)
        ;
    #pragma omp parallel for order(concurrent) ordered(1)
//                                             ^^^^^^^^^^ error[OMP0120]
    for (int i = 0; i < 8; ++i)
        ;
    #pragma omp for order(concurrent)
    for (int i = 0; i < 8; ++i)
        ;
    #pragma omp for schedule(nonmonotonic: dynamic) ordered
//                                                  ^^^^^^^ error[OMP0120]
    for (int i = 0; i < 8; ++i)
        ;
    #pragma omp for schedule(monotonic: dynamic) ordered
    for (int i = 0; i < 8; ++i)
        ;
    #pragma omp for collapse(2) ordered(1)
//                              ^^^^^^^^^^ error[OMP0120]
    for (int i = 0; i < 8; ++i)
        for (int j = 0; j < 8; ++j)
            ;
    #pragma omp for collapse(2) ordered(2)
    for (int i = 0; i < 8; ++i)
        for (int j = 0; j < 8; ++j)
            ;
    #pragma omp for simd ordered(1)
//                       ^^^^^^^^^^ error[OMP0120]
    for (int i = 0; i < 8; ++i)
        ;
    #pragma omp for simd ordered
    for (int i = 0; i < 8; ++i)
        ;
}

void lengths(void)
{
    #pragma omp simd simdlen(8) safelen(4)
//                              ^^^^^^^^^^ error[OMP0120]
    for (int i = 0; i < 8; ++i)
        ;
    #pragma omp for simd safelen(4) simdlen(8)
//                                  ^^^^^^^^^^ error[OMP0120]
    for (int i = 0; i < 8; ++i)
        ;
    #pragma omp simd simdlen(8) safelen(8)
    for (int i = 0; i < 8; ++i)
        ;
}

void iterations(int n)
{
    #pragma omp for ordered(2)
    for (int i = 1; i < 8; ++i)
        for (int j = 1; j < 8; ++j) {
            #pragma omp ordered doacross(sink: i - 1)
//                              ^^^^^^^^^^^^^^^^^^^^^ error[OMP0125]
            #pragma omp ordered doacross(sink: j, i)
//                                             ^ error[OMP0125]
//                                                ^ error[OMP0125]
            #pragma omp ordered doacross(sink: i - 1, j + 1) doacross(sink: i - 1, j)
            #pragma omp ordered doacross(sink: i - 1, j) doacross(source:)
//                                                       ^^^^^^^^^^^^^^^^^ error[OMP0120]
            #pragma omp ordered depend(source) depend(source)
//                                             ^^^^^^^^^^^^^^ error[OMP0120]
            #pragma omp ordered doacross(sink: omp_cur_iteration - 1)
            #pragma omp ordered doacross(source: omp_cur_iteration)
            a[i][j] = 0;
        }
    #pragma omp for ordered(1)
    for (int i = 1; i < n; ++i) {
        #pragma omp ordered depend(sink: i - n)
//                                       ^^^^^ error[OMP0125]
        #pragma omp ordered depend(source)
    }
}

void flushes(void)
{
    #pragma omp flush(x) release
//                       ^^^^^^^ error[OMP0120]
    #pragma omp flush acquire
    #pragma omp flush(x)
}

void variables(int *p)
{
    #pragma omp simd aligned(p) aligned(p: 8)
//                                      ^ error[OMP0111]
    for (int i = 0; i < 8; ++i)
        ;
    #pragma omp simd nontemporal(x, y, x)
//                                     ^ error[OMP0111]
    for (int i = 0; i < 8; ++i)
        ;
    #pragma omp simd aligned(p) nontemporal(p)
    for (int i = 0; i < 8; ++i)
        ;
    #pragma omp simd linear(x) linear(x: 2)
//                                    ^ error[OMP0111]
    for (int i = 0; i < 8; ++i)
        ;
    #pragma omp target is_device_ptr(p) is_device_ptr(p)
//                                                    ^ error[OMP0111]
    ;
    #pragma omp teams
    {
        #pragma omp distribute firstprivate(x) lastprivate(x)
//                                                         ^ error[OMP0111]
        for (int i = 0; i < 8; ++i)
            ;
    }
    #pragma omp parallel for firstprivate(x) lastprivate(x)
    for (int i = 0; i < 8; ++i)
        ;
    #pragma omp teams distribute parallel for simd linear(x)
//                                                        ^ error[OMP0126]
    for (int i = 0; i < 8; ++i)
        ;
    #pragma omp teams distribute parallel for simd linear(z)
    for (z = 0; z < 8; ++z)
        ;
    #pragma omp parallel loop lastprivate(y)
//                                        ^ error[OMP0126]
    for (int i = 0; i < 8; ++i)
        ;
    #pragma omp parallel loop lastprivate(y)
    for (y = 0; y < 8; ++y)
        ;
}

void default_maps(void)
{
    #pragma omp target defaultmap(tofrom) defaultmap(none: scalar)
//                                        ^^^^^^^^^^^^^^^^^^^^^^^^ error[OMP0120]
    ;
    #pragma omp target defaultmap(none: pointer) defaultmap(alloc: aggregate)
    ;
}

int thread_own;
    #pragma omp threadprivate(thread_own)

void private_copies(int own)
{
    #pragma omp parallel allocate(x) private(y)
//                                ^ error[OMP0124]
    ;
    #pragma omp parallel allocate(x) firstprivate(x)
    ;
    #pragma omp parallel for reduction(+: x) allocate(x) lastprivate(y) allocate(y)
    for (int i = 0; i < 8; ++i)
        ;
    #pragma omp parallel
    {
        int inside = 0;
        #pragma omp single copyprivate(x)
//                                     ^ error[OMP0124]
        x = 1;
        #pragma omp single copyprivate(inside, thread_own)
        inside = 1;
    }
    #pragma omp parallel private(x)
    #pragma omp single copyprivate(x)
    x = 1;
    #pragma omp single copyprivate(own)
    own = 1;
    #pragma omp single copyprivate(z)
//                                 ^ error[OMP0124]
    z = 1;
}
