// case: enter data create allocates only, exit data delete releases only
// expect-omp: #pragma omp target enter data map(alloc: scratch) map(to: a)
// expect-omp: #pragma omp target teams map(present,hold,alloc: scratch) map(present,hold,alloc: a) shared(scratch,a)
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp target teams map(present,hold,alloc: scratch,a) shared(a,scratch)
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp target exit data map(release: scratch) map(from: a)
#include <stdio.h>

int scratch[8], a[8];

int main(void)
{
    int sum = 0;
    for (int i = 0; i < 8; ++i)
        a[i] = i;
    #pragma acc enter data create(scratch) copyin(a)
    #pragma acc parallel loop present(scratch) present(a)
    for (int i = 0; i < 8; ++i)
        scratch[i] = a[7 - i];
    #pragma acc parallel loop present(scratch, a)
    for (int i = 0; i < 8; ++i)
        a[i] = 10 * a[i] + scratch[i];
    #pragma acc exit data delete(scratch) copyout(a)
    for (int i = 0; i < 8; ++i)
        sum += (i + 1) * a[i];
    printf("%d\n", sum);
    return sum != 1764;
}
