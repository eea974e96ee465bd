// case: a part of an array of arrays is given down to its elements; a single element is a part
// expect-omp: #pragma omp target teams num_teams(2) map(hold,tofrom: m) reduction(+: m[0:2][:])
// expect-omp: #pragma omp distribute parallel for reduction(+: m[0:2][:])
// expect-omp: #pragma omp target teams num_teams(2) map(hold,tofrom: counts[x]) firstprivate(x) reduction(+: counts[x])
// expect-omp: #pragma omp distribute parallel for simd reduction(+: counts[x]) shared(x)
#include <stdio.h>

int main(void)
{
    int m[3][4] = {{0}}, counts[5] = {0}, x = 3, sum = 0;
    #pragma acc parallel loop gang worker num_gangs(2) copy(m) reduction(+:m[0:2])
    for (int i = 0; i < 400; ++i)
        m[i % 2][i % 4] += 1;
    #pragma acc parallel loop gang worker vector num_gangs(2) reduction(+:counts[x])
    for (int i = 0; i < 400; ++i)
        counts[x] += i % 2;
    for (int i = 0; i < 12; ++i)
        sum += m[i / 4][i % 4] * (i + 1);
    printf("%d %d\n", sum, counts[3]);
    return sum != 100 * (1 + 3 + 6 + 8) || counts[3] != 200;
}
