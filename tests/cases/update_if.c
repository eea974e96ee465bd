// case: the if clause of update stays where it was written
// expect-omp: #pragma omp target enter data map(to: a)
// expect-omp: #pragma omp target teams map(present,hold,alloc: a) shared(a)
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp target update if(wanted) from(present: a)
// expect-omp: #pragma omp target update from(present: b) if(!wanted)
// expect-omp: #pragma omp target exit data map(release: a)
#include <stdio.h>

int a[8], b[8], wanted = 1;

int main(void)
{
    int sum = 0;
    #pragma acc enter data copyin(a)
    #pragma acc parallel loop present(a)
    for (int i = 0; i < 8; ++i)
        a[i] = 2 * i;
    #pragma acc update if(wanted) self(a)
    #pragma acc update self(b) if(!wanted)
    for (int i = 0; i < 8; ++i)
        sum += a[i] + b[i];
    #pragma acc exit data delete(a)
    printf("%d %d\n", sum, wanted);
    return sum != 56;
}
