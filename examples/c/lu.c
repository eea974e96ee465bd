/*
 * LU factorisation without pivoting, and a solve with the factors.
 *
 * Shows a host loop over pivots whose two kernels shrink from step to step, variable-length arrays as
 * parameters in data clauses, and the triangular solves: a sequential loop inside `parallel` around a
 * reduction. The matrix is built from integer factors, so the factorisation finds them exactly.
 */
#include <stdio.h>

#define N 40

static double lower_entry(int i, int j)
{
    return i == j ? 1.0 : i > j ? (i * 3 + j) % 3 - 1 : 0.0;
}

static double upper_entry(int i, int j)
{
    return i == j ? (i % 2 ? 2.0 : 1.0) : i < j ? (i + 2 * j) % 5 - 2 : 0.0;
}

static void factor(int n, double a[n][n])
{
    #pragma acc data copy(a[0:n][0:n])
    for (int k = 0; k < n - 1; ++k) {
        #pragma acc parallel loop gang vector present(a[0:n][0:n])
        for (int i = k + 1; i < n; ++i)
            a[i][k] /= a[k][k];
        #pragma acc parallel loop collapse(2) gang worker vector present(a[0:n][0:n])
        for (int i = k + 1; i < n; ++i)
            for (int j = k + 1; j < n; ++j)
                a[i][j] -= a[i][k] * a[k][j];
    }
}

static void solve(int n, double a[n][n], double *x)
{
    #pragma acc parallel num_gangs(1) vector_length(4) copyin(a[0:n][0:n]) copy(x[0:n])
    {
        #pragma acc loop seq
        for (int i = 0; i < n; ++i) {
            double sum = x[i];
            for (int j = 0; j < i; ++j)
                sum -= a[i][j] * x[j];
            x[i] = sum;
        }
        #pragma acc loop seq
        for (int i = n - 1; i >= 0; --i) {
            double sum = x[i];
            for (int j = i + 1; j < n; ++j)
                sum -= a[i][j] * x[j];
            x[i] = sum / a[i][i];
        }
    }
}

static double a[N][N], x[N];

int main(void)
{
    for (int i = 0; i < N; ++i)
        for (int j = 0; j < N; ++j) {
            a[i][j] = 0.0;
            for (int k = 0; k < N; ++k)
                a[i][j] += lower_entry(i, k) * upper_entry(k, j);
        }
    for (int i = 0; i < N; ++i) { /* right-hand side: the answer is 1, 2, 3, 1, 2, 3, ... */
        x[i] = 0.0;
        for (int j = 0; j < N; ++j)
            x[i] += a[i][j] * (j % 3 + 1);
    }

    factor(N, a);
    solve(N, a, x);

    int wrong = 0;
    double checksum = 0.0;
    for (int i = 0; i < N; ++i) {
        wrong += x[i] != i % 3 + 1;
        for (int j = 0; j < N; ++j) {
            wrong += a[i][j] != (i > j ? lower_entry(i, j) : upper_entry(i, j));
            checksum += (i + 2 * j) % 7 * a[i][j];
        }
    }
    printf("lu: n=%d checksum=%.1f\n", N, checksum);
    printf("%s\n", wrong ? "FAIL" : "PASS");
    return wrong != 0;
}
