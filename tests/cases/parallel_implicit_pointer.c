// case: pointers made inside a kernel point into the device's data
// expect-omp: #pragma omp target data map(hold,tofrom: a)
// expect-omp: #pragma omp target teams num_teams(1) shared(a) firstprivate(k)
#include <stdio.h>

int a[4] = {1, 2, 3, 4};

int main(void)
{
    int k = 2;
    #pragma acc data copy(a)
    {
        #pragma acc parallel num_gangs(1)
        {
            int *p = a + k;
            *p = 30;
            p = a;
            *p = 10;
        }
    }
    printf("%d %d\n", a[0], a[2]);
    return a[0] != 10 || a[2] != 30;
}
