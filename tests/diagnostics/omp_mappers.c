// diagnostics: mappers, and the clauses that name them
struct vector { int n; double *x; };
    #pragma omp declare mapper(struct vector v) map(v, v.x[0:v.n])
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning[ACC0155]
#pragma omp declare mapper(shallow : struct vector v) map(v)
#pragma omp declare mapper(shallow : struct vector w) map(w)
//                                   ^^^^^^^^^^^^^^^ error[OMP0145]
#pragma omp declare mapper(number : int v) map(v)
//                                  ^^^^^ error[OMP0151]

void f(struct vector s, struct vector *several, int i)
{
    #pragma omp declare mapper(shallow : struct vector v) map(v.n)
    #pragma omp target map(mapper(shallow), to: s) map(mapper(default), to: several[0:4])
    s.n = several[0].n;
    #pragma omp target map(mapper(missing), to: s)
//                                ^^^^^^^ error[OMP0151]
    s.n = 1;
    #pragma omp target update to(mapper(shallow): i)
//                                                ^ error[OMP0151]
}
