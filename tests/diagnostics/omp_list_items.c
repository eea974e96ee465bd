// diagnostics: list items of OpenMP clauses that are no variables
struct S { int x; int a[4]; struct S *next; } s, sa[4], *ps;
int a[8], b[8][8], x, *p, n;
enum color { RED };
int g(int);
typedef int number;

void variables_alone(void)
{
    #pragma omp parallel private(s.x)
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning[ACC0155]
//                               ^^^ error[OMP0114]
    ;
    #pragma omp parallel firstprivate(ps->x) shared(a[0])
//                                    ^^^^^ error[OMP0114]
//                                                  ^^^^ error[OMP0114]
    ;
    #pragma omp parallel private(a[0:3], x)
//                               ^^^^^^ error[OMP0114]
    ;
    #pragma omp parallel firstprivate(g)
//                                    ^ error[OMP0114]
    ;
    #pragma omp parallel shared(RED)
//                              ^^^ error[OMP0114]
    ;
    #pragma omp parallel private(5)
//                               ^ error[OMP0114]
    ;
    #pragma omp parallel private(x + 1)
//                               ^^^^^ error[OMP0114]
    ;
    #pragma omp parallel private(*p)
//                               ^^ error[OMP0114]
    ;
    #pragma omp parallel private(x, s, a, p)
    ;
    #pragma omp simd linear(n + 1)
//                          ^^^^^ error[OMP0114]
    for (int i = 0; i < 8; ++i)
        a[i] = 0;
    #pragma omp for lastprivate("x")
//                              ^^^ error[OMP0114]
    for (int i = 0; i < 8; ++i)
        a[i] = 0;
    #pragma omp target is_device_ptr(ps->next)
//                                   ^^^^^^^^ error[OMP0114]
    ;
    #pragma omp target data use_device_ptr(ps->next)
    ;
    #pragma omp flush(a[0])
//                    ^^^^ error[OMP0114]
    #pragma omp flush(a, x)
}

void sections(void)
{
    #pragma omp parallel reduction(+: s.x)
//                                    ^^^ error[OMP0114]
    ;
    #pragma omp parallel reduction(+: x + x)
//                                    ^^^^^ error[OMP0114]
    ;
    #pragma omp parallel reduction(+: a[0:4], b[0][0:8], x)
    ;
    #pragma omp target map(g)
//                         ^ error[OMP0114]
    ;
    #pragma omp target map(sa[0:2].x)
//                         ^^^^^^^^^ error[OMP0114]
    ;
    #pragma omp task depend(in: sa[0:2].x)
//                              ^^^^^^^^^ error[OMP0114]
    ;
    #pragma omp task depend(in: x + 1)
//                              ^^^^^ error[OMP0114]
    ;
    #pragma omp task depend(in: g(1), *p, p[x], sa[x].x, (*ps).a[1], ((x)), ps->next->x)
//                              ^^^^ error[OMP0114]
    ;
    #pragma omp task affinity(a[0:3], ps->x, x++)
//                                           ^^^ error[OMP0114]
    ;
    #pragma omp task depend(inout: *(p + 1), *(int (*)[4])p, omp_all_memory)
    ;
    #pragma omp target update to(sa[1].x, ps->a, ps->a[1:2]) from(-x)
//                                                                ^^ error[OMP0114]
    #pragma omp target update to(*p, p[0:n])
}

void between_iterations(void)
{
    #pragma omp for ordered(1)
    for (int i = 1; i < 8; ++i) {
        #pragma omp ordered depend(sink: i - 1)
        a[i] = a[i - 1];
        #pragma omp ordered depend(source)
    }
}
