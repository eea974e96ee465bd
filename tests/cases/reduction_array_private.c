// case: an array that each gang has for itself is reduced by the loop alone
// expect-omp: #pragma omp target teams num_teams(3) map(hold,from: out) shared(out)
// expect-omp: #pragma omp distribute private(mine)
// expect-omp: #pragma omp parallel for reduction(+: mine)
#include <stdio.h>

int main(void)
{
    int out[6], bad = 0;
    int mine[3];
    #pragma acc parallel loop gang num_gangs(3) private(mine) copyout(out)
    for (int g = 0; g < 6; ++g) {
        for (int k = 0; k < 3; ++k)
            mine[k] = g;
        #pragma acc loop worker reduction(+:mine)
        for (int i = 0; i < 300; ++i)
            mine[i % 3] += i;
        out[g] = mine[0] + mine[1] + mine[2];
    }
    for (int g = 0; g < 6; ++g)
        bad += out[g] != 3 * g + 299 * 150;
    printf("%d\n", bad);
    return bad;
}
