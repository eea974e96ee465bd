// case: variables of file scope that declare puts on the device, used in constructs and routines
// expect-portable: #pragma omp declare target(factor, table)
// expect-portable: #pragma omp declare target(field)
// expect-portable: #pragma omp declare target link(big)
// expect-portable: #pragma omp declare target(weights)
// expect-portable: #pragma omp target enter data map(to: own,count)
// expect-portable: #pragma omp target enter data map(alloc: other)
// expect-omp: #pragma omp declare target(factor, table)
// expect-omp: #pragma omp declare target(field)
// expect-omp: #pragma omp declare target link(big)
// expect-omp: #pragma omp declare target(weights)
// expect-omp: #pragma omp declare target(own, count)
// expect-omp: #pragma omp declare target(other)
// expect-omp: #pragma omp declare target
// expect-omp: #pragma omp end declare target
// expect-omp: #pragma omp target teams map(hold,tofrom: a[0:n]) shared(a,own,count) firstprivate(n) defaultmap(tofrom: scalar)
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp target update to(present: factor,own,count,table)
// expect-omp: #pragma omp target teams num_teams(1) shared(count,other,factor,table,own) defaultmap(tofrom: scalar)
// expect-omp: #pragma omp target update from(present: count,other,factor,table,own)
// expect-omp: #pragma omp target enter data map(to: field[0:20])
// expect-omp: #pragma omp target teams shared(field,factor) defaultmap(tofrom: scalar)
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp target exit data map(from: field[0:20])
// expect-omp: #pragma omp target data map(hold,tofrom: big)
// expect-omp: #pragma omp target teams shared(big,count) defaultmap(tofrom: scalar)
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp target teams map(hold,tofrom: seen) shared(own) reduction(+: seen)
// expect-omp: #pragma omp distribute
#include <stdio.h>
#include <stdlib.h>

extern double table[16];
int factor = 3;
#pragma acc declare create(factor, table)
double table[16] = {1, 2, 3, 4};
double *field;
#pragma acc declare create(field)
double big[32];
#pragma acc declare link(big)
static const double weights[4] = {1, 2, 4, 8};
#pragma acc declare copyin(weights)
static double own[8] = {1, 1, 1, 1};
static int count = 7, other;
#pragma acc declare copyin(own, count) create(other)

#pragma acc routine seq
double weigh(double x, int i) { return x * weights[i % 4] * factor + table[i % 16]; }

static void run(double *a, int n)
{
#pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = weigh(a[i], i) + own[i % 8] + count;
}

int main(void)
{
    double a[20], t = 0;
    int seen = 0;
    for (int i = 0; i < 20; i++)
        a[i] = i;
    run(a, 20);
    factor = 5;
    for (int i = 0; i < 8; i++)
        own[i] = 2 * i;
    count = 9;
    for (int i = 0; i < 16; i++)
        table[i] = i * i;
#pragma acc update device(factor, own, count, table)
    run(a, 20);
#pragma acc parallel num_gangs(1)
    { count += 2; other = count; factor++; table[3] = 100; own[2] = 50; }
#pragma acc update self(count, other, factor, table, own)
    field = malloc(20 * sizeof *field);
    for (int i = 0; i < 20; i++)
        field[i] = i;
#pragma acc enter data copyin(field[0:20])
#pragma acc parallel loop
    for (int i = 0; i < 20; i++)
        field[i] *= factor;
#pragma acc exit data copyout(field[0:20])
    for (int i = 0; i < 32; i++)
        big[i] = i;
#pragma acc data copy(big)
    {
#pragma acc parallel loop
        for (int i = 0; i < 32; i++)
            big[i] += count;
    }
#pragma acc parallel loop reduction(+:seen)
    for (int i = 0; i < 8; i++)
        seen += (int)own[i];
    for (int i = 0; i < 20; i++)
        t += a[i] * i + field[i];
    for (int i = 0; i < 32; i++)
        t += big[i];
    printf("%g %d %d %d %g %g %d\n", t, count, other, factor, table[3], own[2], seen);
    return 0;
}
