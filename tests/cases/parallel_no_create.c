// case: no_create on parallel itself, on data that is present
// expect-omp: #pragma omp target enter data map(to: a)
// expect-omp: #pragma omp target teams num_teams(1) map(no_alloc,hold,alloc: a) shared(a)
// expect-omp: #pragma omp target exit data map(from: a)
#include <stdio.h>

int a[3] = {1, 2, 3};

int main(void)
{
    #pragma acc enter data copyin(a)
    #pragma acc parallel num_gangs(1) no_create(a)
    {
        a[0] = a[1] + a[2];
    }
    #pragma acc exit data copyout(a)
    printf("%d\n", a[0]);
    return a[0] != 5;
}
