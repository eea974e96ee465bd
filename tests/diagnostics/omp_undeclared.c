// diagnostics: undeclared names in OpenMP clauses
int a[8], x;

void names(int n)
{
    #pragma omp parallel private(none_such)
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning[ACC0155]
//                               ^^^^^^^^^ error[OMP0123]
    ;
    #pragma omp parallel num_threads(none_such + 1)
//                                   ^^^^^^^^^ error[OMP0123]
    ;
    #pragma omp parallel reduction(+: none_such) if(undeclared_function(1))
//                                    ^^^^^^^^^ error[OMP0123]
    ;
    #pragma omp target map(to: a[0:none_such], other[0:2])
//                                 ^^^^^^^^^ error[OMP0123]
//                                             ^^^^^ error[OMP0123]
    ;
    #pragma omp simd linear(x: none_such)
//                             ^^^^^^^^^ error[OMP0123]
    for (int i = 0; i < 8; ++i)
        ;
    #pragma omp task depend(iterator(i = 0:n), in: a[i]) depend(inout: omp_all_memory)
    ;
    #pragma omp critical (unseen_name)
    ;
    #pragma omp flush(none_such)
//                    ^^^^^^^^^ error[OMP0123]
}
