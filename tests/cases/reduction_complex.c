// case: a product of complex numbers
// link: -latomic
// expect-omp: #pragma omp target teams map(hold,tofrom: z) reduction(*: z)
// expect-omp: #pragma omp distribute
#include <complex.h>
#include <stdio.h>

int main(void)
{
    double complex z = 1.0;
    #pragma acc parallel loop reduction(*:z)
    for (int i = 0; i < 6; ++i)
        z *= i % 3 ? 1.0 + 1.0 * I : 2.0;
    printf("%.1f %.1f\n", creal(z), cimag(z));
    return creal(z) != -16.0 || cimag(z) != 0.0;
}
