// case: a directive over several lines, with continuations in the middle of clauses
// expect-omp: #pragma omp target data map(hold,to: a[0:4]) map(hold,from: b[0:4])
// expect-omp: #pragma omp target teams num_teams(2) map(present,hold,alloc: a[0:4],b[0:4]) shared(b,a)
// expect-omp: #pragma omp distribute parallel for num_threads(2) shared(b,a)
#include <stdio.h>

int a[4] = {1, 2, 3, 4}, b[4];

int main(void)
{
    int sum = 0;
    #pragma acc data \
        copyin(a[0: \
                 4]) \
        copyout( b [ 0 : 4 ] )
    {
        #pragma acc parallel \
            loop gang worker \
            num_gangs(2) \
            num_workers(2) present(a[0:4], b[0:4])
        for (int i = 0; i < 4; ++i)
            b[i] = a[i] * a[i];
    }
    for (int i = 0; i < 4; ++i)
        sum += b[i];
    printf("%d\n", sum);
    return sum != 30;
}
