// diagnostics: where requires may stand
    #pragma omp requires unified_address
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning[ACC0155]
#pragma omp requires atomic_default_mem_order(seq_cst)
#pragma omp requires atomic_default_mem_order(seq_cst)
#pragma omp requires atomic_default_mem_order(relaxed)
//                   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error[OMP0145]

void f(int *a)
{
    #pragma omp requires dynamic_allocators
//              ^^^^^^^^ error[OMP0050]
    #pragma omp atomic relaxed
    ++*a;
}
#pragma omp requires atomic_default_mem_order(seq_cst)

void g(int *a)
{
    #pragma omp atomic
    ++*a;
    #pragma omp target teams map(a[0:1])
    a[0] = 1;
}
#pragma omp requires reverse_offload
//                   ^^^^^^^^^^^^^^^ error[OMP0142]
#pragma omp requires atomic_default_mem_order(seq_cst)
//                   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error[OMP0142]
#pragma omp requires dynamic_allocators
