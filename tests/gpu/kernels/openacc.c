/* The kernels of kernels.h with directives. */
#include <openacc.h>

#include "kernels.h"

static double *device_memory(size_t bytes) { return (double *)acc_malloc(bytes); }
static void to_device(void *device, const void *host, size_t bytes) { acc_memcpy_to_device(device, (void *)host, bytes); }
static void from_device(void *host, const void *device, size_t bytes) { acc_memcpy_from_device(host, (void *)device, bytes); }
static void release(void *device) { acc_free(device); }

static void empty(double *a)
{
    #pragma acc parallel loop deviceptr(a)
    for (int i = 0; i < 32; ++i)
        a[i] = i;
}

static void triad(long n, double *a, const double *b, const double *c, double factor)
{
    #pragma acc parallel loop deviceptr(a, b, c)
    for (long i = 0; i < n; ++i)
        a[i] = b[i] + factor * c[i];
}

static double sum(long n, const double *a)
{
    double s = 0;
    #pragma acc parallel loop deviceptr(a) reduction(+:s)
    for (long i = 0; i < n; ++i)
        s += a[i];
    return s;
}

static void five_point(int n, const double *a, double *b)
{
    #pragma acc parallel loop collapse(2) deviceptr(a, b)
    for (int i = 1; i < n - 1; ++i)
        for (int j = 1; j < n - 1; ++j)
            b[i * n + j] = 0.25 * (a[i * n + j - 1] + a[i * n + j + 1] + a[(i - 1) * n + j] + a[(i + 1) * n + j]) - a[i * n + j];
}

static void product_of_rows(int rows, const int *first, const int *column, const double *value, const double *x, double *y)
{
    #pragma acc parallel loop deviceptr(first, column, value, x, y)
    for (int i = 0; i < rows; ++i) {
        double s = 0;
        #pragma acc loop seq
        for (int e = first[i]; e < first[i + 1]; ++e)
            s += value[e] * x[column[e]];
        y[i] = s;
    }
}

static void product_of_lanes(int rows, const int *first, const int *column, const double *value, const double *x, double *y)
{
    #pragma acc parallel loop gang worker deviceptr(first, column, value, x, y)
    for (int i = 0; i < rows; ++i) {
        double s = 0;
        #pragma acc loop vector reduction(+:s)
        for (int e = first[i]; e < first[i + 1]; ++e)
            s += value[e] * x[column[e]];
        y[i] = s;
    }
}

static void matrix_product(int n, const double *a, const double *b, double *c)
{
    #pragma acc parallel loop collapse(2) deviceptr(a, b, c)
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
            double s = 0;
            for (int k = 0; k < n; ++k)
                s += a[i * n + k] * b[k * n + j];
            c[i * n + j] = s;
        }
}

static void seven_point(int n, const double *a, double *b)
{
    #pragma acc parallel loop gang deviceptr(a, b)
    for (int i = 1; i < n - 1; ++i)
        #pragma acc loop worker
        for (int j = 1; j < n - 1; ++j)
            #pragma acc loop vector
            for (int k = 1; k < n - 1; ++k) {
                long at = ((long)i * n + j) * n + k, plane = (long)n * n;
                b[at] = a[at - 1] + a[at + 1] + a[at - n] + a[at + n] + a[at - plane] + a[at + plane] - 6 * a[at];
            }
}
