// diagnostics: modifiers that OpenMP clauses do not take on a directive
int a[8], x, y;
double d;

void conditions(void)
{
    #pragma omp parallel if(task: x)
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning[ACC0155]
//                       ^^^^^^^^^^^ error[OMP0119]
    ;
    #pragma omp parallel for if(for: x)
//                           ^^^^^^^^^^ error[OMP0119]
    for (int i = 0; i < 8; ++i)
        ;
    #pragma omp parallel for simd if(parallel: x) if(simd: y)
    for (int i = 0; i < 8; ++i)
        ;
    #pragma omp target data if(target: x) map(a)
//                          ^^^^^^^^^^^^^ error[OMP0119]
    ;
    #pragma omp target update if(target update: x) to(a)
    #pragma omp parallel for simd if(parallel: x) if(y)
//                                                ^^^^^ error[OMP0120]
    for (int i = 0; i < 8; ++i)
        ;
    #pragma omp parallel for simd if(y) if(simd: x)
//                                      ^^^^^^^^^^^ error[OMP0120]
    for (int i = 0; i < 8; ++i)
        ;
    #pragma omp target teams distribute parallel for simd if(target: x) if(parallel: y) if(simd: x)
    for (int i = 0; i < 8; ++i)
        ;
    #pragma omp taskloop simd if(taskloop: x) if(simd: y)
    for (int i = 0; i < 8; ++i)
        ;
    #pragma omp parallel
    {
        #pragma omp cancel parallel if(parallel: x)
//                                  ^^^^^^^^^^^^^^^ error[OMP0119]
        #pragma omp cancel parallel if(cancel: x)
    }
}

void maps(void)
{
    #pragma omp target enter data map(from: a)
//                                ^^^^^^^^^^^^ error[OMP0119]
    #pragma omp target enter data map(to: a) map(alloc: d) map(tofrom: x)
    #pragma omp target exit data map(to: a)
//                               ^^^^^^^^^^ error[OMP0119]
    #pragma omp target exit data map(from: a) map(release: d) map(delete: x)
    #pragma omp target map(release: a)
//                     ^^^^^^^^^^^^^^^ error[OMP0119]
    ;
    #pragma omp target data map(always, delete: a)
//                          ^^^^^^^^^^^^^^^^^^^^^^ error[OMP0119]
    ;
    #pragma omp target teams map(to: a) map(from: x) map(tofrom: y) map(alloc: d)
    ;
    #pragma omp target map(always, always, to: a)
//                     ^^^^^^^^^^^^^^^^^^^^^^^^^^ error[OMP0120]
    ;
    #pragma omp target map(to, from: a)
//                     ^^^^^^^^^^^^^^^^ error[OMP0120]
    ;
    #pragma omp target map(always, close, present, to: a)
    ;
    #pragma omp target enter data map(ompx_hold, to: a)
//                                ^^^^^^^^^^^^^^^^^^^^^ error[OMP0119]
    #pragma omp target map(ompx_hold, to: a)
    ;
    #pragma omp target update to(present, present: a)
//                            ^^^^^^^^^^^^^^^^^^^^^^^ error[OMP0120]
    #pragma omp target data map(a) device(ancestor: 1)
//                                 ^^^^^^^^^^^^^^^^^^^ error[OMP0119]
    ;
    #pragma omp target device(ancestor: 1)
    ;
}

void loops(void)
{
    #pragma omp for schedule(monotonic, nonmonotonic: dynamic)
//                  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error[OMP0120]
    for (int i = 0; i < 8; ++i)
        ;
    #pragma omp for schedule(auto, 4)
//                  ^^^^^^^^^^^^^^^^^ error[OMP0120]
    for (int i = 0; i < 8; ++i)
        ;
    #pragma omp for schedule(simd, nonmonotonic: dynamic, 4)
    for (int i = 0; i < 8; ++i)
        ;
    #pragma omp taskloop lastprivate(conditional: x)
//                       ^^^^^^^^^^^^^^^^^^^^^^^^^^^ error[OMP0119]
    for (int i = 0; i < 8; ++i)
        ;
    #pragma omp for lastprivate(conditional: x)
    for (int i = 0; i < 8; ++i)
        x = i;
    #pragma omp simd linear(val(x): 1)
//                   ^^^^^^^^^^^^^^^^^ error[OMP0119]
    for (int i = 0; i < 8; ++i)
        ;
    #pragma omp simd linear(x: val, step(1))
    for (int i = 0; i < 8; ++i)
        ;
}

void reductions(void)
{
    #pragma omp parallel reduction(inscan, +: x)
//                       ^^^^^^^^^^^^^^^^^^^^^^^ error[OMP0119]
    ;
    #pragma omp simd reduction(task, +: x)
//                   ^^^^^^^^^^^^^^^^^^^^^ error[OMP0119]
    for (int i = 0; i < 8; ++i)
        ;
    #pragma omp teams reduction(task, +: x)
//                    ^^^^^^^^^^^^^^^^^^^^^ error[OMP0119]
    ;
    #pragma omp for reduction(task, +: x)
    for (int i = 0; i < 8; ++i)
        ;
    #pragma omp parallel reduction(task, +: x) reduction(default, *: y)
    ;
    #pragma omp sections reduction(task, +: x) nowait
//                                             ^^^^^^ error[OMP0120]
    {
        ;
    }
    #pragma omp for reduction(inscan, +: x) reduction(+: y)
//                                          ^^^^^^^^^^^^^^^ error[OMP0120]
    for (int i = 0; i < 8; ++i) {
        x += a[i];
        #pragma omp scan inclusive(x)
        a[i] = x;
    }
    #pragma omp parallel for simd reduction(inscan, +: x, y)
    for (int i = 0; i < 8; ++i) {
        x += a[i];
        #pragma omp scan inclusive(x, y)
        a[i] = x;
    }
}

void dependences(void)
{
    #pragma omp task depend(sink: x)
//                   ^^^^^^^^^^^^^^^ error[OMP0119]
    ;
    #pragma omp task depend(source)
//                   ^^^^^^^^^^^^^^ error[OMP0119]
    ;
    #pragma omp taskwait depend(mutexinoutset: x)
//                       ^^^^^^^^^^^^^^^^^^^^^^^^ error[OMP0119]
    #pragma omp taskwait depend(in: x) depend(out: y) depend(inout: d)
    #pragma omp task depend(mutexinoutset: x) depend(inoutset: y)
    ;
    #pragma omp for ordered(1)
    for (int i = 1; i < 8; ++i) {
        #pragma omp ordered depend(in: x)
//                          ^^^^^^^^^^^^^ error[OMP0119]
        #pragma omp ordered depend(sink: i - 1) depend(sink: i - 2)
        #pragma omp ordered depend(source)
    }
}
