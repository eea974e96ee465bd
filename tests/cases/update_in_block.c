// case: update in a block of its own under an if, in a loop of the host
// expect-omp: #pragma omp target data map(hold,tofrom: a)
// expect-omp: #pragma omp target teams num_teams(1) map(present,hold,alloc: a) shared(a)
// expect-omp: #pragma omp target update from(present: a)
// expect-omp: #pragma omp target update to(present: a)
#include <stdio.h>

int a[2] = {1, 1};

int main(void)
{
    #pragma acc data copy(a)
    {
        for (int round = 0; round < 4; ++round) {
            #pragma acc parallel num_gangs(1) present(a)
            {
                a[0] += a[1];
            }
            if (round < 3) {
                #pragma acc update self(a)
                a[1] = a[0];
                #pragma acc update device(a)
            }
        }
    }
    printf("%d %d\n", a[0], a[1]);
    return a[0] != 16 || a[1] != 8;
}
