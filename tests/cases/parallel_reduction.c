// case: a reduction on parallel brings an implicit copy; every gang takes part
// expect-omp: #pragma omp target teams num_teams(1) reduction(+: s) reduction(*: p) firstprivate(k) map(hold,tofrom: s,p)
#include <stdio.h>

int main(void)
{
    int s = 10, p = 3, k = 7;
    #pragma acc parallel num_gangs(1) reduction(+:s) reduction(*:p) firstprivate(k)
    {
        s += k;
        p *= k - 2;
    }
    printf("%d %d\n", s, p);
    return s != 17 || p != 15;
}
