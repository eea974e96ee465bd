// case: the same on a combined directive
// expect-text: long i;
// expect-omp: #pragma omp target teams map(hold,from: a) shared(a)
// expect-omp: #pragma omp distribute parallel for simd shared(a)
#include <stdio.h>

int a[6];

int main(void)
{
    long i;
    int sum = 0;
    #pragma acc parallel loop gang worker vector copyout(a)
    for (i = 0; i < 6; i++)
        a[i] = (int)i + 2;
    for (i = 0; i < 6; i++)
        sum += a[i];
    printf("%d\n", sum);
    return sum != 27;
}
