// case: a data directive may govern any statement, a loop or a call as well as a block
// expect-omp: #pragma omp target data map(hold,tofrom: a)
// expect-omp: #pragma omp target teams num_teams(1) map(present,hold,alloc: a) shared(a) firstprivate(k)
// expect-omp: #pragma omp target data map(hold,to: a)
#include <stdio.h>

int a[2] = {1, 1};

static int first(void)
{
    return a[0];
}

int main(void)
{
    int got = 0;
    #pragma acc data copy(a)
    for (int k = 0; k < 5; ++k)
        #pragma acc parallel num_gangs(1) present(a)
        {
            int next = a[0] + a[1];
            a[1] = a[0];
            a[0] = next + k;
        }
    #pragma acc data copyin(a)
    got = first();
    printf("%d\n", got);
    return got != 27;
}
