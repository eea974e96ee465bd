// case: num_workers that nobody uses but that may have a side effect is still evaluated
// expect-text: (void)two();
// expect-omp: #pragma omp target teams map(hold,from: a) shared(a)
// expect-omp: #pragma omp distribute
#include <stdio.h>

int a[4];

int two(void)
{
    return 2;
}

int main(void)
{
    int sum = 0;
    #pragma acc parallel num_workers(two()) copyout(a)
    {
        #pragma acc loop gang
        for (int i = 0; i < 4; ++i)
            a[i] = i + 1;
    }
    for (int i = 0; i < 4; ++i)
        sum += a[i];
    printf("%d\n", sum);
    return sum != 10;
}
