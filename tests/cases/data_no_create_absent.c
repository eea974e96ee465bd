// case: no_create leaves absent data alone; a nearer data clause counts, not the no_create around it
// expect-omp: #pragma omp target data map(no_alloc,hold,alloc: a)
// expect-omp: #pragma omp target data map(hold,tofrom: b)
// expect-omp: #pragma omp target teams num_teams(1) shared(b)
#include <stdio.h>

int a[4] = {1, 2, 3, 4}, b[4] = {4, 3, 2, 1};

int main(void)
{
    #pragma acc data no_create(a)
    {
        a[0] = 7;
        #pragma acc data copy(b)
        {
            #pragma acc parallel num_gangs(1)
            {
                b[0] = b[1] + b[2];
            }
        }
    }
    printf("%d %d\n", a[0], b[0]);
    return a[0] != 7 || b[0] != 5;
}
