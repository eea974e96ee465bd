// diagnostics: iterators of OpenMP clauses
struct S { int m; } s;
int a[8], x, *p;

void iterators(int n)
{
    #pragma omp task depend(iterator(struct S i = 0:1), in: a)
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning[ACC0155]
//                   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error[OMP0122]
    ;
    #pragma omp task depend(iterator(float f = 0:1), in: a)
//                   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error[OMP0122]
    ;
    #pragma omp task affinity(iterator(const int i = 0:2): a[i])
//                   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error[OMP0122]
    ;
    #pragma omp task affinity(iterator(i = 0:2:0): a[i])
//                                             ^ error[OMP0122]
    ;
    #pragma omp task affinity(iterator(i = 0:2:3.5): a[i])
//                                             ^^^ error[OMP0122]
    ;
    #pragma omp task affinity(iterator(i = s:2): a[i])
//                                         ^ error[OMP0122]
    ;
    #pragma omp task affinity(iterator(i = 0:4, j = i:8): a[j])
//                                                  ^ error[OMP0122]
    ;
    #pragma omp task affinity(iterator(i = 0:4, j = 0:8:i): a[j])
//                                                      ^ error[OMP0122]
    ;
    #pragma omp task affinity(iterator(i = 0:n, j = n:x:-1): a[i + j])
    ;
    #pragma omp task depend(iterator(int *q = p:p + n, unsigned char c = 'a':'z'), in: *q)
    ;
    #pragma omp task depend(iterator(i = 0:n), in: a[i]) depend(iterator(i = 0:n), out: p[i])
    ;
}
