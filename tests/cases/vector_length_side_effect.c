// case: an ignored vector_length that may have a side effect is still evaluated
// expect-text: (void)four();
// expect-omp: #pragma omp target teams map(hold,from: a) shared(a)
// expect-omp: #pragma omp distribute simd
#include <stdio.h>

int a[9];

int four(void)
{
    return 4;
}

int main(void)
{
    int sum = 0;
    #pragma acc parallel loop vector vector_length(four()) copyout(a)
    for (int i = 0; i < 9; ++i)
        a[i] = i;
    for (int i = 0; i < 9; ++i)
        sum += a[i];
    printf("%d\n", sum);
    return sum != 36;
}
