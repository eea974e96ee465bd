// case: private of another variable stays a clause on simd; the loop variable becomes a local
// expect-text: int i;
// expect-omp: #pragma omp target teams map(hold,from: a) shared(a)
// expect-omp: #pragma omp distribute simd private(t)
#include <stdio.h>

int a[6];

int main(void)
{
    int i, t, sum = 0;
    #pragma acc parallel loop gang vector private(t) copyout(a)
    for (i = 0; i < 6; i++) {
        t = i * 2;
        a[i] = t;
    }
    for (i = 0; i < 6; i++) {
        t = a[i];
        sum += t;
    }
    printf("%d\n", sum);
    return sum != 30;
}
