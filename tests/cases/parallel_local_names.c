// case: names declared inside need no clause, and may hide outer ones
// expect-omp: #pragma omp target teams num_teams(1) map(hold,tofrom: out) shared(out) firstprivate(k)
#include <stdio.h>

int out[2];

int main(void)
{
    int t = 1, k = 5;
    #pragma acc parallel num_gangs(1) copy(out)
    {
        int t = k + 1;
        struct { int k; } s = {t};
        out[0] = s.k;
        {
            int k = 7;
            out[1] = k;
        }
    }
    printf("%d %d %d\n", out[0], out[1], t);
    return out[0] != 6 || out[1] != 7 || t != 1;
}
