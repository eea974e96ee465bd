// case: the loops of routines are divided among the gangs, workers and lanes of their callers
// expect-omp: #pragma omp declare target
// expect-omp: #pragma omp end declare target
// expect-omp: #pragma omp declare target(inc, tens)
// expect-omp: #pragma omp declare target
// expect-omp: #pragma omp distribute parallel for shared(n,a,f)
// expect-omp: #pragma omp end declare target
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp simd reduction(+: t)
// expect-omp: #pragma omp parallel for shared(a,i,t)
// expect-omp: #pragma omp declare target
// expect-omp: #pragma omp parallel for simd reduction(+: s) shared(n,a)
// expect-omp: #pragma omp end declare target
// expect-omp: #pragma omp declare target
// expect-omp: #pragma omp simd
// expect-omp: #pragma omp end declare target
// expect-omp: #pragma omp target teams num_teams(4) map(hold,tofrom: a) shared(a)
// expect-omp: #pragma omp target teams num_teams(3) map(hold,tofrom: a) shared(a)
// expect-omp: #pragma omp target teams map(hold,tofrom: a) shared(a)
// expect-omp: #pragma omp target teams map(hold,tofrom: a) map(hold,from: s) shared(a,s)
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp target teams map(hold,tofrom: a) shared(a)
// expect-omp: #pragma omp distribute parallel for simd shared(a)
#include <stdio.h>

#pragma acc routine seq
static double twice(double x);
void inc(int n, double *a), tens(int n, double *a);
#pragma acc routine(inc, tens) gang

static double helper(double x, double f) { return x * f; }

#pragma acc routine gang nohost
void scale(int n, double *a, double f)
{
#pragma acc loop gang worker
    for (int i = 0; i < n; i++)
        a[i] = helper(a[i], f);
}

void inc(int n, double *a)
{
#pragma acc loop
    for (int i = 0; i < n; i++)
        a[i] += 1;
}

void tens(int n, double *a)
{
#pragma acc loop gang
    for (int i = 0; i < n / 10; i++) {
        double t = 0;
#pragma acc loop vector reduction(+:t)
        for (int j = 0; j < 10; j++)
            t += j;
#pragma acc loop worker
        for (int j = 0; j < 10; j++)
            a[i * 10 + j] += t;
    }
}

#pragma acc routine worker
double sum(int n, const double *a)
{
    double s = 0;
#pragma acc loop worker vector reduction(+:s)
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}

#pragma acc routine vector
void add(int n, double *a, double v)
{
    int i;
#pragma acc loop vector
    for (i = 0; i < n; i++)
        a[i] += v;
}

static double twice(double x) { return 2 * x; }

int main(void)
{
    enum { N = 100 };
    double late(double x);
    double a[N], s[10], t = 0;
    for (int i = 0; i < N; i++)
        a[i] = i;
#pragma acc parallel num_gangs(4) copy(a)
    scale(N, a, 3);
#pragma acc parallel num_gangs(3) copy(a)
    inc(N, a);
#pragma acc parallel copy(a) num_workers(4)
    tens(N, a);
#pragma acc parallel loop gang copy(a) copyout(s)
    for (int i = 0; i < 10; i++) {
        add(10, a + 10 * i, i);
        s[i] = sum(10, a + 10 * i);
    }
#pragma acc parallel loop gang worker vector copy(a)
    for (int i = 0; i < N; i++)
        a[i] = twice(a[i]) + late(a[i]);
    for (int i = 0; i < N; i++)
        t += a[i] * (i + 1);
    for (int i = 0; i < 10; i++)
        t += s[i];
    add(N, a, 1);
    printf("%.3f %.3f %.3f\n", t, sum(N, a), a[17]);
    return 0;
}

double late(double x) { return x * x; }
