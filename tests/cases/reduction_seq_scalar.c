// case: a reduction on a sequential loop over a plain scalar is trivial: the scalar is firstprivate
// expect-omp: #pragma omp target teams num_teams(1) map(hold,from: out) shared(out) firstprivate(s)
#include <stdio.h>

int out[1];

int main(void)
{
    int s = 2;
    #pragma acc parallel num_gangs(1) copyout(out)
    {
        #pragma acc loop seq reduction(+:s)
        for (int i = 0; i < 4; ++i)
            s += i;
        out[0] = s;
    }
    s = 0;
    printf("%d %d\n", out[0], s);
    return out[0] != 8;
}
