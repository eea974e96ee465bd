// case: gang vector is distribute simd
// expect-omp: #pragma omp target teams map(hold,from: a) shared(a)
// expect-omp: #pragma omp distribute simd simdlen(4)
#include <stdio.h>

int a[10];

int main(void)
{
    int sum = 0;
    #pragma acc parallel vector_length(4) copyout(a)
    {
        #pragma acc loop vector gang independent
        for (int i = 0; i < 10; ++i)
            a[i] = i + 1;
    }
    for (int i = 0; i < 10; ++i)
        sum += a[i];
    printf("%d\n", sum);
    return sum != 55;
}
