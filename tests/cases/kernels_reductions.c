// case: scalars with which the iterations of independent kernels loops only combine values
// expect-omp: #pragma omp target teams map(hold,to: a[0:N]) map(hold,tofrom: sum,most,count) shared(a) reduction(+: sum) reduction(max: most) reduction(+: count)
// expect-omp: #pragma omp distribute parallel for reduction(+: sum) reduction(max: most) reduction(+: count) shared(a)
// expect-omp: #pragma omp target teams map(hold,to: a[0:N]) map(hold,tofrom: total) shared(a) reduction(+: total)
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp simd reduction(+: total)
// expect-omp: #pragma omp target teams private(row) map(hold,to: a[0:N]) map(hold,from: rows[0:N]) shared(a,rows)
// expect-omp: #pragma omp distribute private(row)
// expect-omp: #pragma omp simd reduction(+: row)
// expect-omp: #pragma omp target teams num_teams(1) map(hold,tofrom: sum) map(hold,to: a[0:N]) map(hold,tofrom: rows[0:N]) shared(sum,a,rows)
// expect-omp: #pragma omp parallel for reduction(+: sum) shared(a)
// expect-omp: #pragma omp parallel for shared(rows,sum)
// expect-omp: #pragma omp target teams num_teams(1) thread_limit(1) map(hold,to: a[0:N]) map(hold,tofrom: shown) shared(a,shown)
#include <stdio.h>

enum { N = 640, M = 9 };

static double total;

int main(void)
{
    double a[N], rows[N], sum = 5, most = -1, row;
    int count = 0, shown = 0;
    for (int i = 0; i < N; ++i)
        a[i] = i * 37 % 101 - 20;
    #pragma acc kernels loop independent copyin(a[0:N])
    for (int i = 0; i < N; ++i) {
        sum += a[i];
        if (a[i] > most) most = a[i];
        if (a[i] < 0) ++count;
    }
    #pragma acc kernels loop gang independent copyin(a[0:N])
    for (int i = 0; i < N; ++i)
        #pragma acc loop vector independent
        for (int j = 0; j < M; ++j)
            total += a[i] * j;
    #pragma acc kernels loop gang independent copyin(a[0:N]) copyout(rows[0:N])
    for (int i = 0; i < N; ++i) {
        row = 0;
        #pragma acc loop vector independent
        for (int j = 0; j < M; ++j)
            row += a[i] + j;
        rows[i] = row;
    }
    #pragma acc kernels copy(sum) copyin(a[0:N]) copy(rows[0:N])
    {
        sum *= 2;
        #pragma acc loop independent
        for (int i = 0; i < N; ++i)
            sum -= a[i];
        #pragma acc loop independent
        for (int i = 0; i < N; ++i)
            rows[i] += sum;
    }
    #pragma acc kernels loop independent copyin(a[0:N])
    for (int i = 0; i < N; ++i)
        if (a[i] > 50) shown = shown * 2 % 1000 + i;
    for (int i = 0; i < N; ++i)
        total += rows[i] * (i % 7);
    printf("%g %g %d %g %d\n", sum, most, count, total, shown);
    return 0;
}
