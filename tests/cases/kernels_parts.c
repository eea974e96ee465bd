// case: loops of a kernels construct that are proven independent are parts of their own
#include <stdio.h>

#define N 200
static double a[N], b[N], grid[N][40];
static int counts[N];

static int carried(int n)
{
    int i, j, k, s = 0, last = -1, limit = 0;
    double t, scale = 1.0;
    #pragma acc kernels
    {
        for (i = 0; i < N; i++)
            a[i] = i;
        scale = a[10] + 0.5; /* read by the next loop */
        for (i = 0; i < N; i++) {
            t = a[i] * scale;
            b[i] = t + 1;
        }
        for (i = 1; i < N; i++)
            a[i] += a[i - 1];
        limit = (int)a[5];
        for (i = 0; i < n; i++)
            s += (int)b[i] + limit;
        for (i = 0; i < N; i++)
            for (j = 0; j < 40; j++)
                grid[i][j] = s + b[i] * j;
        k = s % 7;
        last = k + limit;
        for (i = 0; i < N; i++)
            counts[i] = k + i;
    }
    printf("%d %d %d %g %g %g %d\n", s, last, limit, scale, a[N - 1], grid[7][9], counts[11]);
    return s == 0;
}

static void whole(int n, float *restrict x, float *restrict y)
{
    #pragma acc kernels copyin(y[0:n]) copy(x[0:n])
    for (int i = 0; i < n; i++)
        x[i] += 2 * y[i];
    #pragma acc kernels copyin(y[0:n]) copy(x[0:n])
    {
        for (int i = 0; i < n; i++)
            x[i] += 2 * y[i];
    }
}

static void inside_data(int n, float *restrict x, float *restrict y)
{
    float s = 0;
    int m = 0;
    #pragma acc data copy(x[0:n], m) create(y[0:n])
    {
        #pragma acc kernels
        {
            for (int i = 0; i < n; i++)
                y[i] = x[i] + 1;
            m = 3;
            #pragma acc loop
            for (int i = 0; i < n; i++)
                x[i] = y[n - 1 - i] + m;
        }
        #pragma acc kernels default(present)
        {
            #pragma acc loop independent
            for (int i = 0; i < n; i++)
                y[i] = x[i];
            for (int i = 0; i < n; i++)
                s += y[i];
            m += 1;
            { x[0] = s; }
        }
    }
    printf("%g %g %d %g\n", x[0], x[n - 1], m, s);
}

int main(void)
{
    float x[64], y[64];
    for (int i = 0; i < 64; i++) {
        x[i] = i;
        y[i] = 1;
    }
    int bad = carried(150);
    whole(64, x, y);
    printf("%g %g\n", x[0], x[63]);
    inside_data(64, x, y);
    return bad;
}
