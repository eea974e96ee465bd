// case: threads that execute whole iterations of a gang loop have their own of what only the loop uses of the gang
// expect-host: #pragma omp parallel for private(row)
// expect-host: #pragma omp parallel for private(best,at)
#include <stdio.h>

enum { N = 60000, W = 64 };

struct Range { double low, high; };

static double a[N], b[N], c[N], d[N];

static double sum_of(const double *x)
{
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += x[i] * (i % 7 + 1);
    return sum;
}

static void fill(double *x, int seed)
{
    for (int k = 0; k < W; k++)
        x[k] = (seed * 31 + k * 17) % 101;
}

/* Compilers keep no value in a register here. */
__attribute__((noinline)) static void choose(int *best, int *at, int value, int k)
{
    if (value > *best) {
        *best = value;
        *at = k;
    }
}

__attribute__((noinline)) static void widen(struct Range *range, double value)
{
    range->low = value < range->low ? value : range->low;
    range->high = value > range->high ? value : range->high;
}

/* If threads shared it, they would overwrite each other's row. */
static void array_with_clause(void)
{
    double row[W];
    #pragma acc parallel private(row) num_gangs(3)
    {
        #pragma acc loop gang
        for (int i = 0; i < N; i++) {
            #pragma acc loop vector
            for (int k = 0; k < W; k++)
                row[k] = (i * 13 + k * 7) % 97;
            double sum = 0;
            #pragma acc loop vector reduction(+:sum)
            for (int k = 0; k < W; k++)
                sum += row[k] * row[W - 1 - k];
            a[i] = sum;
        }
    }
    printf("%g\n", sum_of(a));
}

static void declared_array(void)
{
    #pragma acc parallel num_gangs(3)
    {
        double mine[W];
        #pragma acc loop gang
        for (int i = 0; i < N; i++) {
            fill(mine, i);
            double sum = 0;
            for (int k = 1; k < W; k++) {
                mine[k] += mine[k - 1];
                sum += mine[k];
            }
            b[i] = sum + mine[0];
        }
    }
    printf("%g\n", sum_of(b));
}

/* The assignments have conditions, and so do the uses. */
static void scalars(void)
{
    int best, at;
    #pragma acc parallel private(best, at) num_gangs(3)
    {
        #pragma acc loop gang
        for (int i = 0; i < N; i++) {
            if (i % 3 != 0)
                best = -1, at = 0;
            for (int k = 0; k < W; k++) {
                int value = (i * 29 + k * 37) % 211;
                if (i % 3 != 0)
                    choose(&best, &at, value, k);
            }
            c[i] = i % 3 != 0 ? best + at : i;
        }
    }
    printf("%g\n", sum_of(c));
}

static void structs(void)
{
    struct Range range;
    #pragma acc parallel private(range) num_gangs(3)
    {
        #pragma acc loop gang
        for (int i = 0; i < N; i++) {
            range.low = i;
            range.high = i;
            for (int k = 0; k < W; k++)
                widen(&range, (i * 19 + k * 23) % 89);
            d[i] = range.high - range.low;
        }
    }
    printf("%g\n", sum_of(d));
}

/* The gangs reduce, and in a gang its threads. */
static void collected(void)
{
    double total = 5;
    #pragma acc parallel num_gangs(3) reduction(+:total)
    {
        #pragma acc loop gang
        for (int i = 0; i < N; i++) {
            for (int k = 0; k < W; k++)
                total += (i + k) % 7;
            a[i] = i % 3;
        }
    }
    printf("%g %g\n", sum_of(a), total);
}

/* What the gang has before the loop, or uses behind it, stays the gang's. */
static void values_of_the_gang(void)
{
    double total = 0;
    #pragma acc parallel num_gangs(1) reduction(+:total)
    {
        double table[W] = {0}, left[W];
        fill(table, 5);
        #pragma acc loop gang
        for (int i = 0; i < N; i++) {
            for (int k = 0; k < W; k++)
                left[k] = table[k] + 1;
            a[i] = table[i % W] + left[W - 1];
        }
        total += left[3];
    }
    printf("%g %g\n", sum_of(a), total);
}

int main(void)
{
    array_with_clause();
    declared_array();
    scalars();
    structs();
    collected();
    values_of_the_gang();
    return 0;
}
