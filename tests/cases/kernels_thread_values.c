// case: threads that share the loops of a kernels construct have their own control variables, temporaries and sums
#include <stdio.h>

enum { N = 40000, W = 40 };

static long a[N * W], b[N * W];

static long sum_of(const long *x)
{
    long sum = 0;
    for (int i = 0; i < N * W; i++)
        sum += x[i] * (i % 7 + 1);
    return sum;
}

/* What threads make of `t` and `k` is used by the next iteration of the loop inside. */
static void own_values(long *x)
{
    long i, k, t;
    #pragma acc kernels copy(x[0:N * W])
    {
        for (i = 0; i < N; i++) {
            t = x[i * W] + i % 5;
            x[i * W] = t;
            for (k = 1; k < W; k++)
                x[i * W + k] = (x[i * W + k - 1] * 3 + t) % 1009;
        }
        for (i = 0; i < N; i++)
            for (k = 1; k < W; k++)
                x[i * W + k] += x[i * W + k - 1];
    }
    printf("%ld\n", sum_of(x));
}

static void sums(void)
{
    long i, k, most = 0, total = 5;
    #pragma acc kernels copyin(a) copyout(b)
    {
        for (i = 0; i < N; i++)
            for (k = 0; k < W; k++) {
                b[i * W + k] = i - k;
                total += a[i * W + k];
            }
        for (i = 0; i < N * W; i++)
            most = a[i] > most ? a[i] : most;
    }
    printf("%ld %ld %ld\n", total, most, sum_of(b));
}

int main(void)
{
    own_values(b);
    own_values(a);
    sums();
    return 0;
}
