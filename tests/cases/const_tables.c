// case: tables that are const go to the device and do not come back
// expect-omp: #pragma omp target teams map(hold,tofrom: sums,weights,offsets) shared(sums,weights,offsets)
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp target teams map(hold,tofrom: weights,sums) shared(sums,weights)
// expect-omp: #pragma omp distribute
#include <stdio.h>

const int weights[3] = {1, 2, 3};
static const struct { int first, rest[2]; } offsets = {5, {10, 20}};

int main(void)
{
    int sums[6];
    #pragma acc parallel loop
    for (int i = 0; i < 6; ++i)
        sums[i] = weights[i % 3] + offsets.rest[i % 2];
    #pragma acc parallel loop copy(weights, sums)
    for (int i = 0; i < 6; ++i)
        sums[i] += weights[2];
    int wrong = 0;
    for (int i = 0; i < 6; ++i)
        wrong += sums[i] != i % 3 + 1 + (i % 2 + 1) * 10 + 3;
    printf("%d %d\n", sums[0], sums[5]);
    return wrong;
}
