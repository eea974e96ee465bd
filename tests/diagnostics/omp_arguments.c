// diagnostics: arguments of OpenMP clauses with wrong types or values
struct S { int m; } s;
int a[8], x, *p;
double d;
#define NUMBER 4
enum { FOUR = 4, NONE = 0 };

void types(void)
{
    #pragma omp parallel num_threads(d)
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning[ACC0155]
//                                   ^ error[OMP0117]
    ;
    #pragma omp parallel if(s)
//                          ^ error[OMP0117]
    ;
    #pragma omp parallel if(p) num_threads(x)
    ;
    #pragma omp parallel if(d > 0) num_threads((int)d)
    ;
    #pragma omp parallel if("text") num_threads('a')
    ;
    #pragma omp task final(s) priority(p)
//                         ^ error[OMP0117]
//                                     ^ error[OMP0117]
    ;
    #pragma omp target device(1.0)
//                            ^^^ error[OMP0117]
    ;
    #pragma omp teams num_teams(p) thread_limit(0.5)
//                              ^ error[OMP0117]
//                                              ^^^ error[OMP0117]
    ;
    #pragma omp for schedule(static, 1.0)
//                                   ^^^ error[OMP0117]
    for (int i = 0; i < 8; ++i)
        ;
    #pragma omp for schedule(dynamic, x)
    for (int i = 0; i < 8; ++i)
        ;
    #pragma omp simd linear(x: 7.0)
//                             ^^^ error[OMP0117]
    for (int i = 0; i < 8; ++i)
        ;
    #pragma omp simd linear(x: step(x))
    for (int i = 0; i < 8; ++i)
        ;
    #pragma omp masked filter(d)
//                            ^ error[OMP0117]
    ;
}

void values(void)
{
    #pragma omp parallel num_threads(0)
//                                   ^ error[OMP0118]
    ;
    #pragma omp parallel num_threads(-1)
//                                   ^^ error[OMP0118]
    ;
    #pragma omp parallel num_threads(FOUR)
    ;
    #pragma omp teams num_teams(0: NUMBER) thread_limit(NONE)
//                              ^ error[OMP0118]
//                                                      ^^^^ error[OMP0118]
    ;
    #pragma omp teams num_teams(1: NUMBER) thread_limit(NUMBER)
    ;
    #pragma omp taskloop grainsize(0)
//                                 ^ error[OMP0118]
    for (int i = 0; i < 8; ++i)
        ;
    #pragma omp taskloop num_tasks(strict: -2)
//                                         ^^ error[OMP0118]
    for (int i = 0; i < 8; ++i)
        ;
    #pragma omp task priority(-1)
//                            ^^ error[OMP0118]
    ;
    #pragma omp task priority(0)
    ;
    #pragma omp for schedule(static, 0)
//                                   ^ error[OMP0118]
    for (int i = 0; i < 8; ++i)
        ;
    #pragma omp target device(-1)
    ;
    #pragma omp target device(device_num: x)
    ;
}

void constants(int n, const int m)
{
    #pragma omp simd safelen(n)
//                           ^ error[OMP0118]
    for (int i = 0; i < 8; ++i)
        ;
    #pragma omp simd simdlen(0)
//                           ^ error[OMP0118]
    for (int i = 0; i < 8; ++i)
        ;
    #pragma omp simd simdlen(m)
//                           ^ error[OMP0118]
    for (int i = 0; i < 8; ++i)
        ;
    #pragma omp simd safelen(0.5)
//                           ^^^ error[OMP0117]
    for (int i = 0; i < 8; ++i)
        ;
    #pragma omp simd safelen(sizeof(int) * FOUR) simdlen(NUMBER)
    for (int i = 0; i < 8; ++i)
        ;
    #pragma omp simd aligned(p: n)
//                              ^ error[OMP0118]
    for (int i = 0; i < 8; ++i)
        ;
    #pragma omp simd aligned(p: -8)
//                              ^^ error[OMP0118]
    for (int i = 0; i < 8; ++i)
        ;
    #pragma omp tile sizes(0)
//                         ^ error[OMP0118]
    for (int i = 0; i < 8; ++i)
        ;
    #pragma omp unroll partial(n)
//                             ^ error[OMP0118]
    for (int i = 0; i < 8; ++i)
        ;
    #pragma omp unroll partial(2)
    for (int i = 0; i < 8; ++i)
        ;
    #pragma omp critical (name) hint(n)
//                                   ^ error[OMP0118]
    ;
    #pragma omp critical (name) hint(0)
    ;
    #pragma omp parallel private(x) allocate(align(12): x)
//                                                 ^^ error[OMP0118]
    ;
    #pragma omp parallel private(x) allocate(align(16): x)
    ;
}
