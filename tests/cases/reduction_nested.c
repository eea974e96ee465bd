// case: the same reduction on a gang loop and on the vector loop inside it
// expect-omp: #pragma omp target teams num_teams(2) map(hold,to: m) map(hold,tofrom: s) shared(m) reduction(+: s)
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp simd reduction(+: s)
#include <stdio.h>

int m[4][5];

int main(void)
{
    int s = 0;
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 5; ++j)
            m[i][j] = i * j;
    #pragma acc parallel loop gang reduction(+:s) num_gangs(2) copyin(m)
    for (int i = 0; i < 4; ++i) {
        #pragma acc loop vector reduction(+:s)
        for (int j = 0; j < 5; ++j)
            s += m[i][j];
    }
    printf("%d\n", s);
    return s != 60;
}
