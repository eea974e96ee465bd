// case: loops of a kernels construct in which each iteration fills an array before it reads it
#include <stdio.h>

#define N 300
static double a[N], b[N], grid[N][16];
static int counts[N];

static double filled(int n, int m)
{
    double work[16], before[4] = {1, 2, 3, 4}, left[8], large[4096];
    double all = 0;
#pragma acc kernels copy(a, b, grid, counts)
    {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < m; j++)
                work[j] = i * 0.25 + j;
            for (int j = 0; j < m; j++)
                grid[i][j] = work[m - 1 - j] * 2;
        }
        for (int i = 0; i < n; i++) {
            work[0] = grid[i][0];
            for (int j = 1; j < m; j++)
                work[j] = grid[i][j] - grid[i][j - 1];
            a[i] = work[0] + work[m - 1];
        }
        for (int i = 0; i < n; i++) { /* the values of before[1] are those of the iteration before */
            b[i] = before[0] + before[1];
            before[0] = a[i];
            before[1] = i;
        }
        for (int i = 0; i < n; i++) { /* the last values are read behind the loop */
            left[0] = a[i];
            left[1] = b[i];
            b[i] = left[0] - left[1];
        }
        for (int i = 0; i < n; i++) { /* only some iterations fill it */
            if (i % 3 == 0)
                left[2] = i;
            counts[i] = i < 1 ? 0 : (int)left[2];
        }
        for (int i = 0; i < n; i++) { /* too large for a copy for each thread */
            large[0] = a[i];
            large[4095] = b[i];
            a[i] = large[0] + large[4095];
        }
    }
    all = left[0] + left[1];
    for (int i = 0; i < n; i++)
        all += a[i] + 2 * b[i] + counts[i] + grid[i][i % m];
    return all;
}

static double with_auto(int n)
{
    double t[2][3], all = 0;
#pragma acc parallel loop auto gang worker copy(a) copyin(b)
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < 2; k++)
            for (int j = 0; j < 3; j++)
                t[k][j] = b[i] * (k + 1) + j;
        a[i] = t[0][2] - t[1][0];
    }
    for (int i = 0; i < n; i++)
        all += a[i];
    return all;
}

static double on_the_device(int n)
{
    double t[8], all = 0;
#pragma acc data create(t) copy(a)
    {
#pragma acc kernels
        {
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < 8; j++)
                    t[j] = i + j;
                a[i] = t[i % 8];
            }
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < 8; j++)
                    t[j] = i - j;
                a[i] += t[3] * t[7];
            }
        }
    }
    for (int i = 0; i < n; i++)
        all += a[i];
    return all;
}

int main(void)
{
    printf("%g\n", filled(N, 16));
    printf("%g\n", filled(200, 5));
    printf("%g\n", with_auto(N));
    printf("%g\n", on_the_device(N));
    return 0;
}
