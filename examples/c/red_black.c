/*
 * Gauss-Seidel relaxation in red-black order.
 *
 * Shows how a sweep that would carry a dependence is made parallel: cells of one colour depend on the other
 * colour only. The loops run through a strided inner index, and the residual is a `+` reduction over an
 * inner vector loop and the gangs around it. The grid is a flat array reached through a pointer that the
 * caller has put on the device.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define AT(i, j) ((i) * side + (j))

static void relax(double *u, const double *f, int side, int colour)
{
    #pragma acc parallel present(u[0:side * side]) present(f[0:side * side]) firstprivate(side, colour)
    {
        #pragma acc loop gang worker
        for (int i = 1; i < side - 1; ++i) {
            #pragma acc loop vector
            for (int j = 1 + (i + colour) % 2; j < side - 1; j += 2)
                u[AT(i, j)] = 0.25 * (u[AT(i - 1, j)] + u[AT(i + 1, j)] + u[AT(i, j - 1)] + u[AT(i, j + 1)] - f[AT(i, j)]);
        }
    }
}

static double residual(const double *u, const double *f, int side)
{
    double sum = 0.0;
    #pragma acc parallel loop gang reduction(+:sum) present(u[0:side * side], f[0:side * side])
    for (int i = 1; i < side - 1; ++i) {
        #pragma acc loop vector reduction(+:sum)
        for (int j = 1; j < side - 1; ++j) {
            double r = u[AT(i - 1, j)] + u[AT(i + 1, j)] + u[AT(i, j - 1)] + u[AT(i, j + 1)] - 4.0 * u[AT(i, j)]
                       - f[AT(i, j)];
            sum += r * r;
        }
    }
    return sqrt(sum);
}

int main(void)
{
    const int side = 34;
    double *u = malloc(side * side * sizeof *u);
    double *f = malloc(side * side * sizeof *f);
    if (!u || !f)
        return 1;
    /* u = x*x - y*y is harmonic, plus (x*x)/2: the five-point formula is exact for both. */
    for (int i = 0; i < side; ++i)
        for (int j = 0; j < side; ++j) {
            int edge = i == 0 || j == 0 || i == side - 1 || j == side - 1;
            u[AT(i, j)] = edge ? 1.5 * i * i - j * j : 0.0;
            f[AT(i, j)] = 1.0;
        }

    int sweeps = 0;
    double before, after;
    #pragma acc data copy(u[0:side * side]) copyin(f[0:side * side])
    {
        before = residual(u, f, side);
        after = before;
        while (after > 1e-9 * before && sweeps < 5000) {
            for (int colour = 0; colour < 2; ++colour)
                relax(u, f, side, colour);
            if (++sweeps % 50 == 0)
                after = residual(u, f, side);
        }
    }

    double error = 0.0;
    for (int i = 0; i < side; ++i)
        for (int j = 0; j < side; ++j)
            error = fmax(error, fabs(u[AT(i, j)] - (1.5 * i * i - j * j)));
    int ok = error < 1e-4 && after <= 1e-9 * before && sweeps > 50;
    printf("red_black: side=%d sweeps=%d centre=%.4f\n", side, sweeps, u[AT(side / 2, side / 2)]);
    printf("%s\n", ok ? "PASS" : "FAIL");
    free(u);
    free(f);
    return !ok;
}
