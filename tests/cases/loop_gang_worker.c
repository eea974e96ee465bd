// case: the order of the level clauses does not matter: worker gang is distribute parallel for
// expect-omp: #pragma omp target teams map(hold,from: a) shared(a)
// expect-omp: #pragma omp distribute parallel for shared(a)
#include <stdio.h>

int a[10];

int main(void)
{
    int sum = 0;
    #pragma acc parallel copyout(a)
    {
        #pragma acc loop worker gang
        for (int i = 0; i < 10; ++i)
            a[i] = i + 1;
    }
    for (int i = 0; i < 10; ++i)
        sum += a[i];
    printf("%d\n", sum);
    return sum != 55;
}
