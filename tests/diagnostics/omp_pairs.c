// diagnostics: directives that begin and end parts of a file
    #pragma omp declare target
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^ warning[ACC0155]
int a;
#pragma omp begin declare target device_type(any)
int b;
#pragma omp end declare target
#pragma omp end declare target
#pragma omp end declare target
//          ^^^^^^^^^^^^^^^^^^ error[OMP0140]
int c;
#pragma omp declare target enter(c)

#pragma omp begin assumes no_openmp
#pragma omp begin declare variant match(device={kind(host)})
void f(void) { }
#pragma omp end assumes
#pragma omp end declare variant
#pragma omp end declare variant
//          ^^^^^^^^^^^^^^^^^^^ error[OMP0140]
#pragma omp end assumes
//          ^^^^^^^^^^^ error[OMP0140]

void g(void)
{
    #pragma omp declare target
    extern int d;
    #pragma omp end declare target
}

#pragma omp begin declare variant match(device={kind(gpu)})
//          ^^^^^^^^^^^^^^^^^^^^^ error[OMP0140]
