// case: exit data on data that is not on the device does nothing
// expect-omp: #pragma omp target exit data map(from: a) map(release: b)
#include <stdio.h>

int a[4] = {1, 2, 3, 4}, b[4] = {1, 1, 1, 1};

int main(void)
{
    int sum = 0;
    #pragma acc exit data copyout(a) delete(b)
    for (int i = 0; i < 4; ++i)
        sum += a[i] * b[i];
    printf("%d\n", sum);
    return sum != 10;
}
