// case: a variable that the kernel makes private is no gang reduction either
// expect-omp: #pragma omp target teams num_teams(1) private(s) map(hold,from: out) shared(out)
// expect-omp: #pragma omp distribute parallel for reduction(+: s)
#include <stdio.h>

int out[1];

int main(void)
{
    int s = -1;
    #pragma acc parallel num_gangs(1) private(s) copyout(out)
    {
        s = 4;
        #pragma acc loop gang worker reduction(+:s)
        for (int i = 0; i < 6; ++i)
            s += i;
        out[0] = s;
    }
    s = 0;
    printf("%d %d\n", out[0], s);
    return out[0] != 19;
}
