// case: a vector_length that is not constant is ignored with a warning
// expect-omp: #pragma omp target teams map(hold,from: a) shared(a)
// expect-omp: #pragma omp distribute simd
#include <stdio.h>

int a[9], length = 4;

int main(void)
{
    int sum = 0;
    #pragma acc parallel loop vector vector_length(length) copyout(a)
    for (int i = 0; i < 9; ++i)
        a[i] = 2 * i;
    for (int i = 0; i < 9; ++i)
        sum += a[i];
    printf("%d %d\n", sum, length);
    return sum != 72;
}
