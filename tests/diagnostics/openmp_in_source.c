// diagnostics: OpenMP directives, once for a unit and for those who ask for it
void f(int n, float *a)
{
    #pragma acc parallel loop copyout(a[0:n])
    for (int i = 0; i < n; ++i)
        a[i] = 0;
    #pragma omp parallel for
//  ^^^^^^^^^^^^^^^^^^^^^^^^ warning[ACC0155]
    for (int i = 0; i < n; ++i)
        a[i] = 1;
    #pragma omp barrier
}
