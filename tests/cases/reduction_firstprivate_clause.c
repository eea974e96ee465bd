// case: nor is one that the kernel makes firstprivate
// expect-omp: #pragma omp target teams num_teams(1) firstprivate(s) map(hold,from: out) shared(out)
// expect-omp: #pragma omp distribute simd reduction(+: s)
#include <stdio.h>

int out[1];

int main(void)
{
    int s = 100;
    #pragma acc parallel num_gangs(1) firstprivate(s) copyout(out)
    {
        #pragma acc loop gang vector reduction(+:s)
        for (int i = 0; i < 6; ++i)
            s += i;
        out[0] = s;
    }
    s = 0;
    printf("%d %d\n", out[0], s);
    return out[0] != 115;
}
