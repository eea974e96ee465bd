/*
 * Dense matrix product, C = A * B.
 *
 * Shows all three levels of parallelism in one nest: gangs take rows, workers take columns, vector lanes
 * share the inner product through a reduction. A second version collapses rows and columns and leaves the
 * product sequential. The matrices hold small integers, so the products are exact in any order.
 */
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 48, INNER = 64, COLUMNS = 40 };

static void product_three_levels(const double *restrict a, const double *restrict b, double *restrict c)
{
    #pragma acc parallel num_gangs(8) num_workers(4) vector_length(16) \
        copyin(a[0:ROWS * INNER], b[0:INNER * COLUMNS]) copyout(c[0:ROWS * COLUMNS])
    {
        #pragma acc loop gang
        for (int i = 0; i < ROWS; ++i) {
            #pragma acc loop worker
            for (int j = 0; j < COLUMNS; ++j) {
                double sum = 0.0;
                #pragma acc loop vector reduction(+:sum)
                for (int k = 0; k < INNER; ++k)
                    sum += a[i * INNER + k] * b[k * COLUMNS + j];
                c[i * COLUMNS + j] = sum;
            }
        }
    }
}

static void product_collapsed(const double *restrict a, const double *restrict b, double *restrict c)
{
    #pragma acc parallel loop gang worker collapse(2) num_workers(4) \
        copyin(a[0:ROWS * INNER]) copyin(b[0:INNER * COLUMNS]) copyout(c[0:ROWS * COLUMNS])
    for (int i = 0; i < ROWS; ++i)
        for (int j = 0; j < COLUMNS; ++j) {
            double sum = 0.0;
            #pragma acc loop seq
            for (int k = 0; k < INNER; ++k)
                sum += a[i * INNER + k] * b[k * COLUMNS + j];
            c[i * COLUMNS + j] = sum;
        }
}

static int differs(const double *a, const double *b, const double *c)
{
    for (int i = 0; i < ROWS; ++i)
        for (int j = 0; j < COLUMNS; ++j) {
            double sum = 0.0;
            for (int k = 0; k < INNER; ++k)
                sum += a[i * INNER + k] * b[k * COLUMNS + j];
            if (sum != c[i * COLUMNS + j])
                return 1;
        }
    return 0;
}

int main(void)
{
    double *a = malloc(sizeof(double) * ROWS * INNER);
    double *b = malloc(sizeof(double) * INNER * COLUMNS);
    double *c = calloc(ROWS * COLUMNS, sizeof(double));
    double *d = calloc(ROWS * COLUMNS, sizeof(double));
    if (!a || !b || !c || !d)
        return 1;
    for (int i = 0; i < ROWS * INNER; ++i)
        a[i] = (i * 7) % 11 - 5;
    for (int i = 0; i < INNER * COLUMNS; ++i)
        b[i] = (i * 5) % 13 - 6;

    product_three_levels(a, b, c);
    product_collapsed(a, b, d);

    int wrong = differs(a, b, c) || differs(a, b, d);
    double checksum = 0.0;
    for (int i = 0; i < ROWS * COLUMNS; ++i)
        checksum += (i % 3 + 1) * c[i];
    printf("matmul: %dx%dx%d checksum=%.1f\n", ROWS, INNER, COLUMNS, checksum);
    printf("%s\n", wrong ? "FAIL" : "PASS");
    free(a);
    free(b);
    free(c);
    free(d);
    return wrong;
}
