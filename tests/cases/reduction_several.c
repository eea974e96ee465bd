// case: implied reductions are printed one by one, the clauses of loops keep their lists
// expect-omp: #pragma omp target teams num_teams(2) map(hold,tofrom: a,b,c) reduction(+: a) reduction(+: b) reduction(*: c)
// expect-omp: #pragma omp distribute parallel for num_threads(2) reduction(+: a,b) reduction(*: c)
#include <stdio.h>

int main(void)
{
    int a = 0, b = 1, c = 1;
    #pragma acc parallel loop gang worker num_gangs(2) num_workers(2) copy(a, b, c) reduction(+:a, b) reduction(*:c)
    for (int i = 0; i < 6; ++i) {
        a += i;
        b += 2;
        c *= 2;
    }
    printf("%d %d %d\n", a, b, c);
    return a != 15 || b != 13 || c != 64;
}
