// diagnostics: the variables of the allocate directive
int global;
  #pragma omp allocate(global)
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning[ACC0155]
#pragma omp allocate(f)
//                   ^ error[OMP0141]
void f(int parameter)
{
    int here, outside;
    static int kept;
    #pragma omp allocate(here, kept)
    #pragma omp allocate(parameter)
    #pragma omp allocate(global)
//                       ^^^^^^ error[OMP0142]
    for (int i = 0; i < 4; ++i) {
        int inner;
        #pragma omp allocate(inner)
        #pragma omp allocate(outside)
//                           ^^^^^^^ error[OMP0142]
    }
    #pragma omp allocate(missing)
//                       ^^^^^^^ error[OMP0141]
}
