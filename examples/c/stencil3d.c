/*
 * A seven-point stencil on a box in three dimensions.
 *
 * Shows `collapse(3)` over the three space loops, once as a combined directive and once on a `loop` inside
 * `parallel`, with a vector reduction of the result. The arithmetic uses integers, so sums do not depend on
 * the order.
 */
#include <stdio.h>
#include <string.h>

enum { NX = 20, NY = 24, NZ = 28, SWEEPS = 4 };

typedef int field[NX][NY][NZ];

static field a, b, check_a, check_b;

static int average(field f, int i, int j, int k)
{
    return (f[i - 1][j][k] + f[i + 1][j][k] + f[i][j - 1][k] + f[i][j + 1][k] + f[i][j][k - 1] + f[i][j][k + 1]
            + 2 * f[i][j][k]) / 8;
}

static long sweep_all(void)
{
    long sum = 0;
    #pragma acc data copy(a) copyin(b)
    {
        for (int sweep = 0; sweep < SWEEPS; ++sweep) {
            #pragma acc parallel loop collapse(3) gang vector
            for (int i = 1; i < NX - 1; ++i)
                for (int j = 1; j < NY - 1; ++j)
                    for (int k = 1; k < NZ - 1; ++k)
                        b[i][j][k] = (a[i - 1][j][k] + a[i + 1][j][k] + a[i][j - 1][k] + a[i][j + 1][k]
                                      + a[i][j][k - 1] + a[i][j][k + 1] + 2 * a[i][j][k]) / 8;
            #pragma acc parallel
            {
                #pragma acc loop independent collapse(3)
                for (int i = 1; i < NX - 1; ++i)
                    for (int j = 1; j < NY - 1; ++j)
                        for (int k = 1; k < NZ - 1; ++k)
                            a[i][j][k] = b[i][j][k];
            }
        }
        #pragma acc parallel loop collapse(3) gang worker vector reduction(+:sum)
        for (int i = 0; i < NX; ++i)
            for (int j = 0; j < NY; ++j)
                for (int k = 0; k < NZ; ++k)
                    sum += a[i][j][k];
    }
    return sum;
}

int main(void)
{
    for (int i = 0; i < NX; ++i)
        for (int j = 0; j < NY; ++j)
            for (int k = 0; k < NZ; ++k)
                a[i][j][k] = b[i][j][k] = (i * 131 + j * 17 + k * 7) % 1000;
    memcpy(check_a, a, sizeof a);
    memcpy(check_b, b, sizeof b);

    long sum = sweep_all();

    for (int sweep = 0; sweep < SWEEPS; ++sweep) {
        for (int i = 1; i < NX - 1; ++i)
            for (int j = 1; j < NY - 1; ++j)
                for (int k = 1; k < NZ - 1; ++k)
                    check_b[i][j][k] = average(check_a, i, j, k);
        memcpy(check_a, check_b, sizeof check_a);
    }
    long expected = 0;
    for (int i = 0; i < NX; ++i)
        for (int j = 0; j < NY; ++j)
            for (int k = 0; k < NZ; ++k)
                expected += check_a[i][j][k];
    int ok = sum == expected && memcmp(a, check_a, sizeof a) == 0;
    printf("stencil3d: %dx%dx%d sum=%ld\n", NX, NY, NZ, sum);
    printf("%s\n", ok ? "PASS" : "FAIL");
    return !ok;
}
