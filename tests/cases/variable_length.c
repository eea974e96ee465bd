// case: arrays of variable length: compilers lose their reductions on simd, and cannot defer their copies
// gcc-acc: skip (gcc 12 has no reductions of arrays)
// expect-omp: #pragma omp target teams num_teams(1) map(hold,tofrom: v) firstprivate(n) reduction(+: v)
// expect-omp: #pragma omp distribute simd reduction(+: v)
// expect-omp: #pragma omp target teams num_teams(1) map(hold,tofrom: v[0:n]) firstprivate(n) reduction(+: v[0:n])
// expect-omp: #pragma omp distribute parallel for simd reduction(+: v[0:n]) shared(n)
// expect-omp: #pragma omp target teams num_teams(2) firstprivate(w) map(hold,tofrom: v) shared(v) firstprivate(n) nowait depend(inout : *acc2omp_async2dep(1))
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp target teams num_teams(2) firstprivate(w) map(hold,tofrom: v) shared(v) firstprivate(n) depend(in : *acc2omp_async2dep(1))
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp taskwait
// expect-portable: #pragma omp distribute parallel for reduction(+: v[0:n]) shared(n)
// expect-portable: #pragma omp taskwait depend(inout : *acc2omp_async2dep(1))
// expect-portable: #pragma omp target teams num_teams(2) firstprivate(w) map(tofrom: v) shared(v) firstprivate(n)
#include <stdio.h>

static char queues[16];

char *acc2omp_async2dep(int async)
{
    return &queues[async + 3];
}

static int sums(int n)
{
    int v[n], w[n], sum = 0;
    for (int i = 0; i < n; ++i) {
        v[i] = 0;
        w[i] = i;
    }
    #pragma acc parallel loop gang vector num_gangs(1) reduction(+:v)
    for (int i = 0; i < 10 * n; ++i)
        v[i % n] += 1;
    #pragma acc parallel loop gang worker vector num_gangs(1) reduction(+:v[0:n])
    for (int i = 0; i < 10 * n; ++i)
        v[i % n] += 2;
    #pragma acc parallel loop num_gangs(2) firstprivate(w) async(1)
    for (int i = 0; i < n; ++i)
        v[i] += w[i];
    #pragma acc parallel loop num_gangs(2) firstprivate(w) wait(1)
    for (int i = 0; i < n; ++i)
        v[i] += w[n - 1 - i];
    #pragma acc wait
    for (int i = 0; i < n; ++i)
        sum += v[i] == 30 + n - 1;
    return sum;
}

int main(void)
{
    printf("%d %d\n", sums(8), sums(5));
    return sums(8) != 8 || sums(5) != 5;
}
