// case: arrays and subarrays are reduced element by element; what has no data clause is copied
// expect-omp: #pragma omp target teams num_teams(2) map(hold,tofrom: totals,v) shared(v) firstprivate(n) reduction(+: totals)
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp target teams num_teams(2) map(hold,tofrom: p[0:6]) firstprivate(n) reduction(+: p[0:6])
// expect-omp: #pragma omp distribute parallel for reduction(+: p[0:6]) shared(n)
// expect-omp: #pragma omp target teams num_teams(2) map(hold,tofrom: totals[0:2]) firstprivate(n) reduction(max: totals[0:2])
// expect-omp: #pragma omp distribute parallel for simd reduction(max: totals[0:2]) shared(n)
#include <stdio.h>

int main(void)
{
    int n = 1000, bad = 0, totals[4] = {1, 2, 3, 4}, v[8];
    double sums[6] = {0};
    double *p = sums;
    for (int i = 0; i < 8; ++i)
        v[i] = i;
    #pragma acc parallel loop num_gangs(2) reduction(+:totals)
    for (int i = 0; i < n; ++i)
        totals[i % 4] += v[i % 8];
    #pragma acc parallel loop gang worker num_gangs(2) reduction(+:p[0:6])
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < 6; ++j)
            p[j] += j + i % 2;
    #pragma acc parallel loop gang worker vector num_gangs(2) reduction(max:totals[0:2])
    for (int i = 0; i < n; ++i)
        totals[i % 2] = totals[i % 2] < i ? i : totals[i % 2];
    for (int j = 0; j < 6; ++j)
        bad += sums[j] != j * n + n / 2;
    printf("%d %d %d %d %d\n", bad, totals[0], totals[1], totals[2], totals[3]);
    return bad || totals[0] != 998 || totals[1] != 999 || totals[2] != 3 + 250 * 4 || totals[3] != 4 + 250 * 5;
}
