// case: private and firstprivate on parallel; host values survive
// expect-omp: #pragma omp target teams num_teams(2) private(p) firstprivate(f) map(hold,from: out) shared(out)
// expect-omp: #pragma omp distribute
#include <stdio.h>

int out[6];

int main(void)
{
    int p = -1, f = 4, sum = 0;
    #pragma acc parallel num_gangs(2) private(p) firstprivate(f) copyout(out)
    {
        p = f * 2;
        #pragma acc loop gang
        for (int i = 0; i < 6; ++i)
            out[i] = p + i;
    }
    for (int i = 0; i < 6; ++i)
        sum += out[i];
    printf("%d\n", sum);
    return sum != 63 || f != 4;
}
