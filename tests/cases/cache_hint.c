// case: cache is left out
// expect-omp: #pragma omp target teams map(hold,to: a) map(hold,from: b) shared(a,b)
// expect-omp: #pragma omp distribute
#include <stdio.h>

int a[66], b[66];

int main(void)
{
    int sum = 0;
    for (int i = 0; i < 66; ++i)
        a[i] = i * i;
    #pragma acc parallel loop copyin(a) copyout(b)
    for (int i = 1; i < 65; ++i) {
        #pragma acc cache(a[i-1:3], b[i])
        #pragma acc cache(readonly: a)
        b[i] = a[i - 1] + 2 * a[i] + a[i + 1];
    }
    for (int i = 1; i < 65; ++i)
        sum += b[i] * i % 11;
    printf("%d\n", sum);
    return 0;
}
