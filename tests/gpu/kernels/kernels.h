/*
 * Kernels whose time on a GPU says what generated code is worth: the same program with directives (openacc.c) and in CUDA (cuda.cu), one thread
 * for each element. Each prints a line for a kernel: its name, the median of its times in microseconds, and whether the result is right.
 *
 * A program says how it moves data and executes kernels; this file has the data, the measurement and the checks. The argument divides the
 * sizes of arrays, for devices that are slow.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* The device of the program: memory, copies, and kernels, which are done when the function returns. */
static double *device_memory(size_t bytes);
static void to_device(void *device, const void *host, size_t bytes);
static void from_device(void *host, const void *device, size_t bytes);
static void release(void *device);
static void empty(double *a);
static void triad(long n, double *a, const double *b, const double *c, double factor);
static double sum(long n, const double *a);
static void five_point(int n, const double *a, double *b);
static void product_of_rows(int rows, const int *first, const int *column, const double *value, const double *x, double *y);
static void product_of_lanes(int rows, const int *first, const int *column, const double *value, const double *x, double *y);
static void matrix_product(int n, const double *a, const double *b, double *c);
static void seven_point(int n, const double *a, double *b);

enum { MOST_RUNS = 25, WARM = 2 };
static double times[MOST_RUNS];
static int runs, shrink = 1, wrong;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int by_time(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Executes a statement several times and keeps the times of all runs but the first ones. */
#define MEASURE(statement)                                   \
    for (runs = -WARM; runs < (shrink > 1 ? 1 : MOST_RUNS); ++runs) { \
        double start = now();                                \
        statement;                                           \
        if (runs >= 0) times[runs] = now() - start;          \
    }

static void report(const char *name, int is_right)
{
    qsort(times, (size_t)runs, sizeof *times, by_time);
    printf("%-18s %12.2f %s\n", name, times[runs / 2] * 1e6, is_right ? "right" : "WRONG");
    fflush(stdout);
    wrong += !is_right;
}

static double element(long i) { return (double)(i * 37 & 1023) / 1024 + 0.5; }
static int are_close(double x, double y) { return fabs(x - y) <= 1e-10 * (fabs(x) + fabs(y)) + 1e-300; }

static double *filled(long n, long offset)
{
    double *a = (double *)malloc((size_t)n * sizeof *a);
    for (long i = 0; i < n; ++i) a[i] = element(i + offset);
    return a;
}

static double *copied(const double *host, long n)
{
    double *device = device_memory((size_t)n * sizeof *device);
    to_device(device, host, (size_t)n * sizeof *device);
    return device;
}

static void bench_vectors(long n)
{
    double *a = filled(n, 0), *b = filled(n, 3), *c = filled(n, 7), found = 0, expected = 0;
    double *da = copied(a, n), *db = copied(b, n), *dc = copied(c, n);
    int is_right = 1;
    MEASURE(triad(n, da, db, dc, 1.5));
    from_device(a, da, (size_t)n * sizeof *a);
    for (long i = 0; i < n; ++i) is_right &= are_close(a[i], b[i] + 1.5 * c[i]);
    report("triad", is_right);
    MEASURE(found = sum(n, db));
    for (long i = 0; i < n; ++i) expected += b[i];
    report("sum", fabs(found - expected) < 1e-9 * expected);
    release(da), release(db), release(dc), free(a), free(b), free(c);
}

static void bench_five_point(int n)
{
    long all = (long)n * n;
    double *a = filled(all, 0), *b = (double *)calloc((size_t)all, sizeof *b), *da = copied(a, all), *db = copied(b, all);
    int is_right = 1;
    MEASURE(five_point(n, da, db));
    from_device(b, db, (size_t)all * sizeof *b);
    for (long i = 1; i < n - 1; ++i)
        for (long j = 1; j < n - 1; ++j) {
            const double *at = a + i * n + j;
            is_right &= are_close(b[i * n + j], 0.25 * (at[-1] + at[1] + at[-n] + at[n]) - *at);
        }
    report("five points", is_right);
    release(da), release(db), free(a), free(b);
}

/* The matrix of a grid of three dimensions whose points depend on 27 neighbours. */
static void bench_sparse(int grid)
{
    int rows = grid * grid * grid, entries = 27 * rows, k = 0;
    int *first = (int *)malloc((size_t)(rows + 1) * sizeof *first), *column = (int *)malloc((size_t)entries * sizeof *column);
    double *value = filled(entries, 0), *x = filled(rows, 5), *y = filled(rows, 0);
    for (int i = 0; i < rows; ++i) {
        first[i] = k;
        for (int near = 0; near < 27; ++near, ++k) {
            int u = (i / (grid * grid) + near / 9 + grid - 1) % grid, v = (i / grid % grid + near / 3 % 3 + grid - 1) % grid;
            column[k] = (u * grid + v) * grid + (i % grid + near % 3 + grid - 1) % grid;
        }
    }
    first[rows] = k;
    int *dfirst = (int *)device_memory((size_t)(rows + 1) * sizeof *first), *dcolumn = (int *)device_memory((size_t)entries * sizeof *column);
    to_device(dfirst, first, (size_t)(rows + 1) * sizeof *first);
    to_device(dcolumn, column, (size_t)entries * sizeof *column);
    double *dvalue = copied(value, entries), *dx = copied(x, rows), *dy = copied(y, rows);
    for (int by_lanes = 0; by_lanes < 2; ++by_lanes) {
        int is_right = 1;
        memset(y, 0, (size_t)rows * sizeof *y);
        to_device(dy, y, (size_t)rows * sizeof *y);
        if (by_lanes) {
            MEASURE(product_of_lanes(rows, dfirst, dcolumn, dvalue, dx, dy));
        } else {
            MEASURE(product_of_rows(rows, dfirst, dcolumn, dvalue, dx, dy));
        }
        from_device(y, dy, (size_t)rows * sizeof *y);
        for (int i = 0; i < rows; ++i) {
            double s = 0;
            for (int e = first[i]; e < first[i + 1]; ++e) s += value[e] * x[column[e]];
            is_right &= are_close(s, y[i]);
        }
        report(by_lanes ? "sparse, lanes" : "sparse, rows", is_right);
    }
    release(dfirst), release(dcolumn), release(dvalue), release(dx), release(dy);
    free(first), free(column), free(value), free(x), free(y);
}

static void bench_matrix(int n)
{
    long all = (long)n * n;
    double *a = filled(all, 0), *b = filled(all, 3), *c = filled(all, 0), *da = copied(a, all), *db = copied(b, all), *dc = copied(c, all);
    int is_right = 1;
    MEASURE(matrix_product(n, da, db, dc));
    from_device(c, dc, (size_t)all * sizeof *c);
    for (long sample = 0; sample < 2000; ++sample) {
        long i = sample * 7919 % n, j = sample * 104729 % n;
        double s = 0;
        for (long k = 0; k < n; ++k) s += a[i * n + k] * b[k * n + j];
        is_right &= are_close(s, c[i * n + j]);
    }
    report("matrix product", is_right);
    release(da), release(db), release(dc), free(a), free(b), free(c);
}

static void bench_seven_point(int n)
{
    long all = (long)n * n * n, plane = (long)n * n;
    double *a = filled(all, 0), *b = (double *)calloc((size_t)all, sizeof *b), *da = copied(a, all), *db = copied(b, all);
    int is_right = 1;
    MEASURE(seven_point(n, da, db));
    from_device(b, db, (size_t)all * sizeof *b);
    for (long i = 1; i < n - 1; ++i)
        for (long j = 1; j < n - 1; ++j)
            for (long k = 1; k < n - 1; ++k) {
                const double *at = a + (i * n + j) * n + k;
                double s = at[-1] + at[1] + at[-n] + at[n] + at[-plane] + at[plane] - 6 * *at;
                is_right &= fabs(b[(i * n + j) * n + k] - s) < 1e-11;
            }
    report("seven points", is_right);
    release(da), release(db), free(a), free(b);
}

static void bench_moves(void)
{
    long n = (1 << 20) / (long)sizeof(double);
    double *a = filled(n, 0), *da = copied(a, n);
    double *b = (double *)calloc((size_t)n, sizeof *b);
    int is_right = 1;
    MEASURE(empty(da));
    from_device(b, da, 32 * sizeof *b);
    for (int i = 0; i < 32; ++i) is_right &= b[i] == i;
    report("empty", is_right);
    MEASURE(to_device(da, a, 1 << 20));
    from_device(b, da, 1 << 20);
    report("1 MiB to", memcmp(a, b, 1 << 20) == 0);
    memset(b, 0, 1 << 20);
    MEASURE(from_device(b, da, 1 << 20));
    report("1 MiB from", memcmp(a, b, 1 << 20) == 0);
    release(da), free(a), free(b);
}

int main(int count, char **arguments)
{
    if (count > 1) shrink = atoi(arguments[1]);
    if (shrink < 1) shrink = 1;
    double edge = pow(shrink, 1.0 / 3);
    bench_moves();
    bench_vectors((1L << 27) / shrink);
    bench_five_point((int)(8192 / sqrt(shrink)));
    bench_sparse((int)(160 / edge) + 2);
    bench_matrix((int)(2048 / sqrt(shrink)));
    bench_seven_point((int)(512 / edge) + 2);
    return wrong;
}
