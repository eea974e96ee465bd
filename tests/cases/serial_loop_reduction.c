// case: the reduction variable of serial loop is copied, and the one gang changes it
// expect-omp: #pragma omp target teams num_teams(1) thread_limit(1) map(hold,tofrom: a) map(hold,tofrom: sum) shared(sum,a)
// expect-omp: #pragma omp target teams num_teams(1) thread_limit(1) map(hold,tofrom: a) map(hold,tofrom: most) shared(most,a)
#include <stdio.h>

int main(void)
{
    int a[5] = {3, 1, 4, 1, 5}, sum = 10, most = 2;
    #pragma acc serial loop gang vector reduction(+:sum) copy(a)
    for (int i = 0; i < 5; i++)
        sum += a[i];
    #pragma acc serial copy(a)
    {
        #pragma acc loop reduction(max:most)
        for (int i = 0; i < 5; i++)
            most = a[i] > most ? a[i] : most;
    }
    printf("%d %d\n", sum, most);
    return sum != 24 || most != 5;
}
