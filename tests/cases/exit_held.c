// case: an exit data does not release what a data construct around it holds
// expect-portable: #pragma acc exit data copyout(a) finalize
// expect-portable: #pragma acc data no_create(b)
// expect-portable: #pragma acc exit data delete(b)
// expect-portable: #pragma omp target exit data map(release: c)
#include <stdio.h>

int main(void)
{
    int a[2] = {1, 2}, b[2] = {3, 4}, c[2] = {5, 6};
    #pragma acc data copy(a)
    {
        #pragma acc parallel loop
        for (int i = 0; i < 2; ++i)
            a[i] += 10;
        #pragma acc exit data copyout(a) finalize
        #pragma acc parallel loop
        for (int i = 0; i < 2; ++i)
            a[i] += 10;
    }
    #pragma acc data no_create(b)
    {
        #pragma acc exit data delete(b)
        #pragma acc parallel loop
        for (int i = 0; i < 2; ++i)
            b[i] += 10;
    }
    #pragma acc data copy(c)
    {
        #pragma acc enter data copyin(c)
        #pragma acc parallel loop
        for (int i = 0; i < 2; ++i)
            c[i] += 10;
        #pragma acc exit data delete(c)
        #pragma acc parallel loop
        for (int i = 0; i < 2; ++i)
            c[i] += 10;
    }
    for (int i = 0; i < 2; ++i)
        printf("%d %d %d\n", a[i], b[i], c[i]);
    return 0;
}
