// case: a private part of an array is in a private copy of the array
// expect-omp: #pragma omp target teams num_teams(3) private(scratch) firstprivate(from) map(hold,from: out) shared(out)
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp target teams num_teams(2) map(hold,tofrom: out) shared(out)
// expect-omp: #pragma omp distribute parallel for private(scratch) shared(out)
#include <stdio.h>

int main(void)
{
    int scratch[8], from[4] = {1, 2, 3, 4}, out[6], bad = 0;
    #pragma acc parallel num_gangs(3) private(scratch[0:4]) firstprivate(from[:]) copyout(out)
    {
        #pragma acc loop gang
        for (int i = 0; i < 6; ++i) {
            for (int k = 0; k < 4; ++k)
                scratch[k] = i * from[k];
            out[i] = scratch[0] + scratch[3];
        }
    }
    for (int i = 0; i < 6; ++i)
        bad += out[i] != 5 * i;
    #pragma acc parallel loop gang worker num_gangs(2) private(scratch[2:2])
    for (int i = 0; i < 6; ++i) {
        scratch[2] = i;
        out[i] += scratch[2];
    }
    for (int i = 0; i < 6; ++i)
        bad += out[i] != 6 * i;
    printf("%d\n", bad);
    return bad;
}
