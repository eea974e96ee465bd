// case: one reduction clause with a list stays one clause; a data clause of its own replaces the implicit copy
// expect-omp: #pragma omp target teams num_teams(1) map(hold,tofrom: a,b) map(hold,tofrom: c) reduction(+: a,b,c)
#include <stdio.h>

int main(void)
{
    int a = 1, b = 2;
    long c = 3;
    #pragma acc parallel num_gangs(1) copy(a, b) copy(c) reduction(+:a, b, c)
    {
        a += 10;
        b += 20;
        c += 30;
    }
    printf("%d %d %ld\n", a, b, c);
    return a != 11 || b != 22 || c != 33;
}
