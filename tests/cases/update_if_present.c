// case: if_present drops the presence check, and is no clause of OpenMP
// expect-omp: #pragma omp target enter data map(to: a)
// expect-omp: #pragma omp target teams map(present,hold,alloc: a) shared(a)
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp target update from(a,b)
// expect-omp: #pragma omp target update to(b) from(a[0:2]) if(a[0] == 1)
// expect-omp: #pragma omp target exit data map(release: a)
#include <stdio.h>

int a[4], b[4] = {5, 6, 7, 8}; /* b is never on the device */

int main(void)
{
    int sum = 0;
    #pragma acc enter data copyin(a)
    #pragma acc parallel loop present(a)
    for (int i = 0; i < 4; ++i)
        a[i] = i + 1;
    #pragma acc update self(a, b) if_present
    #pragma acc update if_present device(b) self(a[0:2]) if(a[0] == 1)
    for (int i = 0; i < 4; ++i)
        sum += a[i] * b[i];
    #pragma acc exit data delete(a)
    printf("%d\n", sum);
    return sum != 70;
}
