// diagnostics: variables that the language declares, and several defaultmap clauses
double sum[4];
void f(int n)
{
    const char *name;
    #pragma omp parallel default(none) private(name)
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning[ACC0155]
    name = __func__;
    #pragma omp task default(none)
    (void)__FUNCTION__;
    #pragma omp target defaultmap(none : aggregate) defaultmap(to : scalar) defaultmap(alloc : pointer) map(sum)
    sum[0] = n;
    #pragma omp target defaultmap(to : scalar) defaultmap(from : scalar)
//                                             ^^^^^^^^^^^^^^^^^^^^^^^^^ error[OMP0055]
    n = 1;
    #pragma omp target defaultmap(to : scalar) defaultmap(firstprivate)
//                                             ^^^^^^^^^^^^^^^^^^^^^^^^ error[OMP0120]
    n = 1;
}
