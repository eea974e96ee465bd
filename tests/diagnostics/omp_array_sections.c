// diagnostics: array sections of OpenMP clauses with bounds that cannot be
int a[8], b[8][8], x, *p, **q;
extern int open[];
double d;
void *v;

void bounds(int n, int (*rows)[8], int c[n][n])
{
    #pragma omp target map(a[-1:2])
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning[ACC0155]
//                           ^^ error[OMP0116]
    ;
    #pragma omp target map(a[0:9])
//                         ^^^^^^ error[OMP0116]
    ;
    #pragma omp task depend(in: a[0:-2])
//                                  ^^ error[OMP0116]
    ;
    #pragma omp task depend(in: a[d:2])
//                                ^ error[OMP0116]
    ;
    #pragma omp task depend(in: a[0:p])
//                                  ^ error[OMP0116]
    ;
    #pragma omp task depend(in: x[0:1])
//                              ^ error[OMP0116]
    ;
    #pragma omp task depend(in: d[0:1], a[0:1][0:1])
//                              ^ error[OMP0116]
//                                      ^^^^^^ error[OMP0116]
    ;
    #pragma omp target update to(p[:])
//                               ^^^^ error[OMP0116]
    #pragma omp target update to(open[1:]) from(b[0:2][4:5])
//                               ^^^^^^^^ error[OMP0116]
//                                              ^^^^^^^^^^^ error[OMP0116]
    #pragma omp target map(v[0:4])
//                         ^ error[OMP0116]
    ;
    #pragma omp task affinity(p[-1:2], rows[-1:2][0:8], rows[0:2][-1:2])
//                                                                ^^ error[OMP0116]
    ;
    #pragma omp target map(a[:], a[2:], b[1:2], b[:][:], p[0:n], p[n:x], open[0:n], c[0:n])
    ;
    #pragma omp task depend(inout: a[n:x], a['a' - 'a':1], a[x], p[-1])
    ;
}

void empty(int n)
{
    #pragma omp task depend(in: a[2:0])
//                                  ^ error[OMP0116]
    ;
    #pragma omp parallel reduction(+: a[0:0])
//                                        ^ error[OMP0116]
    ;
    #pragma omp target map(p[0:0], a[0:0])
    ;
    #pragma omp task depend(in: a[2:n])
    ;
}

void contiguous(int n, int (*rows)[8])
{
    #pragma omp target map(b[0:2][0:4])
//                         ^^^^^^^^^^^ error[OMP0116]
    ;
    #pragma omp target map(b[0:8][1])
//                         ^^^^^^^^^ error[OMP0116]
    ;
    #pragma omp parallel reduction(+: b[0:2][0:4])
//                                    ^^^^^^^^^^^ error[OMP0116]
    ;
    #pragma omp target map(rows[0:2][1:])
//                         ^^^^^^^^^^^^^ error[OMP0116]
    ;
    #pragma omp target map(a[0:4:2])
//                         ^^^^^^^^ error[OMP0116]
    ;
    #pragma omp target map(b[0:2][0:8], b[0:1][0:4], b[1][0:4], b[0:n][0:4], b[0:2][:], rows[0:n][0:8], q[0:n][0:4])
    ;
    #pragma omp parallel reduction(+: b[0:2][0:8], a[2:4])
    ;
    #pragma omp target update to(b[0:2][0:4])
    #pragma omp task depend(in: b[0:2][0:4])
    ;
}
