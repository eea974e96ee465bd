// case: iterations have arrays of their own, of which data selects elements; vector lanes of clang would share them
#include <stdio.h>

static double in_function(double x, int at)
{
    double v[4] = {x, 1, 2, 3};
    v[at] += x;
    return v[0] + 10 * v[1] + 100 * v[2] + 1000 * v[3];
}

static double through(double x, int at) { return in_function(x, at) + 1; }

static void select(int n, double *x, double *y, const int *at)
{
    double mine[4];
    int k[2];
#pragma acc parallel loop gang vector copy(x[0:n]) copyin(at[0:n])
    for (int i = 0; i < n; ++i) {
        double v[4] = {x[i], 1, 2, 3};
        v[at[i]] += x[i];
        x[i] = v[0] + 10 * v[1] + 100 * v[2] + 1000 * v[3];
    }
#pragma acc parallel loop gang vector private(mine, k) copy(x[0:n]) copyin(at[0:n])
    for (int i = 0; i < n; ++i) {
        for (int m = 0; m < 4; ++m)
            mine[m] = x[i] + m;
        k[at[i] % 2] = 1;
        k[1 - at[i] % 2] = 3;
        x[i] = mine[at[i]] + k[0];
    }
#pragma acc parallel loop gang vector copy(x[0:n]) copyin(at[0:n])
    for (int i = 0; i < n; ++i)
        x[i] += through(x[i], at[i]);
#pragma acc kernels copy(x[0:n], y[0:4 * n]) copyin(at[0:n])
    {
#pragma acc loop independent
        for (int i = 0; i < n; ++i)
            for (int j = 0; j < 4; ++j) {
                struct { double d[4]; } s = {{1, 2, 3, 4}};
                s.d[at[(i + j) % n]] = x[i];
                y[4 * i + j] = s.d[j] + s.d[0];
            }
    }
}

int main(void)
{
    double x[32], y[128], sum = 0;
    int at[32];
    for (int i = 0; i < 32; ++i) {
        x[i] = i % 5;
        at[i] = i * 7 % 4;
    }
    select(32, x, y, at);
    for (int i = 0; i < 128; ++i)
        sum = sum * 1.01 + y[i] + x[i / 4];
    printf("%.10g\n", sum);
    return 0;
}
