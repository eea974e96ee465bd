// case: a constant expression counts as constant, and is printed as an expression
// expect-omp: #pragma omp target teams map(hold,from: a) shared(a)
// expect-omp: #pragma omp distribute parallel for num_threads(2 * WORKERS) shared(a)
#include <stdio.h>

enum { WORKERS = 2 };

int a[16];

int main(void)
{
    int sum = 0;
    #pragma acc parallel loop gang worker num_workers(2 * WORKERS) copyout(a)
    for (int i = 0; i < 16; ++i)
        a[i] = i;
    for (int i = 0; i < 16; ++i)
        sum += a[i];
    printf("%d\n", sum);
    return sum != 120;
}
