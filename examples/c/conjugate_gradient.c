/*
 * Conjugate gradients for a symmetric positive definite band matrix.
 *
 * Shows a solver that keeps five vectors on the device and copies only scalars back: dot products are
 * reductions whose result the host needs at once, vector updates get scalars as `firstprivate`.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double dot(int n, const double *a, const double *b)
{
    double sum = 0.0;
    #pragma acc parallel loop gang vector vector_length(32) reduction(+:sum) present(a[0:n], b[0:n])
    for (int i = 0; i < n; ++i)
        sum += a[i] * b[i];
    return sum;
}

/* y += factor * x */
static void axpy(int n, double factor, const double *x, double *y)
{
    #pragma acc parallel loop present(x[0:n], y[0:n]) firstprivate(factor)
    for (int i = 0; i < n; ++i)
        y[i] += factor * x[i];
}

/* p = r + factor * p */
static void turn(int n, double factor, const double *r, double *p)
{
    #pragma acc parallel loop present(r[0:n], p[0:n])
    for (int i = 0; i < n; ++i)
        p[i] = r[i] + factor * p[i];
}

/* q = A p for the matrix with 3 on the diagonal and -1 beside it. */
static void apply(int n, const double *p, double *q)
{
    #pragma acc parallel present(p[0:n], q[0:n])
    {
        #pragma acc loop gang worker
        for (int i = 0; i < n; ++i) {
            double value = 3.0 * p[i];
            if (i > 0)
                value -= p[i - 1];
            if (i < n - 1)
                value -= p[i + 1];
            q[i] = value;
        }
    }
}

static int solve(int n, const double *b, double *x, double *r, double *p, double *q)
{
    int steps = 0;
    #pragma acc data copyin(b[0:n]) copy(x[0:n]) create(r[0:n], p[0:n], q[0:n])
    {
        #pragma acc parallel loop present(b[0:n], x[0:n], r[0:n], p[0:n])
        for (int i = 0; i < n; ++i) {
            x[i] = 0.0;
            r[i] = b[i];
            p[i] = b[i];
        }
        double rr = dot(n, r, r), limit = 1e-20 * rr;
        while (rr > limit && steps < 200) {
            apply(n, p, q);
            double step = rr / dot(n, p, q);
            axpy(n, step, p, x);
            axpy(n, -step, q, r);
            double next = dot(n, r, r);
            turn(n, next / rr, r, p);
            rr = next;
            ++steps;
        }
    }
    return steps;
}

int main(void)
{
    const int n = 500;
    double *v = calloc(5 * n, sizeof *v);
    if (!v)
        return 1;
    double *b = v, *x = v + n, *r = v + 2 * n, *p = v + 3 * n, *q = v + 4 * n;
    for (int i = 0; i < n; ++i) { /* the right-hand side of x[i] = i % 4 */
        double left = i > 0 ? (i - 1) % 4 : 0.0, right = i < n - 1 ? (i + 1) % 4 : 0.0;
        b[i] = 3.0 * (i % 4) - left - right;
        x[i] = 7.0;
    }

    int steps = solve(n, b, x, r, p, q);

    double error = 0.0, sum = 0.0;
    for (int i = 0; i < n; ++i) {
        error = fmax(error, fabs(x[i] - i % 4));
        sum += x[i];
    }
    int ok = error < 1e-8 && steps > 5 && steps < 100;
    printf("conjugate_gradient: n=%d sum=%.5f\n", n, sum);
    printf("%s\n", ok ? "PASS" : "FAIL");
    free(v);
    return !ok;
}
