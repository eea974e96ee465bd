// case: a scalar with which the iterations of a loop only combine values is reduced, as the loops around say or need
// expect-portable: #pragma omp parallel for reduction(+: s) reduction(__clacc_max_top__: top) shared(n,a,i,v)
// expect-portable: #pragma omp simd private(v) reduction(+: s) reduction(__clacc_max_top__: top)
// expect-portable: #pragma omp parallel for reduction(+: sum) shared(n,a,i)
// expect-portable: #pragma omp parallel for reduction(*: product) shared(a,i)
// expect-portable: #pragma omp distribute parallel for num_threads(4) private(sum) shared(n,a,rows)
// expect-portable: #pragma omp simd reduction(+: sum)
// expect-portable: #pragma omp parallel for reduction(__clacc_min_least__: least) shared(n,a,i)
// expect-portable: #pragma omp distribute parallel for reduction(+: hits) shared(n,marks)
#include <stdio.h>

enum { N = 300 };
static double a[N * N], rows[N];
static int marks[N * N];

int main(void)
{
    double s = 0, v, top = -1, sum, least = 1e9, product, expected;
    int n = N, wrong = 0;

    for (int i = 0; i < N * N; i++)
        a[i] = (i * 37) % 1001;
    #pragma acc data copyin(a) copyout(rows)
    {
        #pragma acc parallel loop gang reduction(+:s) reduction(max:top) num_workers(4)
        for (int i = 0; i < n; i++) {
            #pragma acc loop worker
            for (int j = 0; j < n; j++) {
                #pragma acc loop vector
                for (int k = 0; k < 10; k++) {
                    s = s + a[i * n + j];
                    v = a[i * n + j] - k;
                    top = ((top) > (v) ? (top) : (v));
                }
            }
        }

        #pragma acc parallel loop gang num_gangs(4) num_workers(4)
        for (int i = 0; i < n; i++) {
            sum = i;
            #pragma acc loop worker
            for (int j = 0; j < n; j++)
                sum += a[i * n + j];
            rows[i] = sum;
            product = 1;
            #pragma acc loop worker
            for (int j = 0; j < 20; j++) {
                if (a[i * N + j] > 500)
                    product *= 2;
            }
            rows[i] += product;
        }

        #pragma acc parallel loop gang reduction(min:least) num_workers(4)
        for (int i = 0; i < n; i++) {
            #pragma acc loop worker
            for (int j = 0; j < n; j++) {
                #pragma acc loop vector reduction(min:least)
                for (int k = 1; k < 10; k++) {
                    if (k * a[i * n + j] + j + i < least)
                        least = k * a[i * n + j] + j + i;
                }
            }
        }
    }
    expected = 0;
    for (int i = 0; i < N * N; i++)
        expected += 10 * a[i];
    wrong += s != expected || top != 1000 || least != 0;
    for (int i = 0; i < N; i++) {
        expected = i;
        for (int j = 0; j < N; j++)
            expected += a[i * N + j];
        product = 1;
        for (int j = 0; j < 20; j++)
            product *= a[i * N + j] > 500 ? 2 : 1;
        wrong += rows[i] != expected + product;
    }

    #pragma acc parallel loop gang worker num_workers(4) copyin(a) copyout(rows)
    for (int i = 0; i < n; i++) {
        sum = 0;
        #pragma acc loop vector
        for (int j = 0; j < n; j++)
            sum += a[i * n + j];
        rows[i] = sum;
    }
    for (int i = 0; i < N; i++) {
        expected = 0;
        for (int j = 0; j < N; j++)
            expected += a[i * N + j];
        wrong += rows[i] != expected;
    }

    #pragma acc parallel num_gangs(1) num_workers(4) copy(rows) copyout(marks)
    {
        int hits = 3;
        #pragma acc loop worker
        for (int i = 0; i < n * n; i++) {
            marks[i] = 1;
            if (i % 3 == 0)
                hits++;
            marks[i] = 2;
        }
        rows[0] = hits;
    }
    wrong += rows[0] != 3 + N * N / 3 || marks[N] != 2;
    printf("%d %g %g\n", wrong, s, top);
    return wrong;
}
