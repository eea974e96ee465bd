/*
 * Jacobi iteration for Laplace's equation on a square 2-D grid.
 *
 * Shows a `data` region that keeps both grids on the device for the whole solve, a `max` reduction that
 * decides when to stop, and `update` in both directions: the host reads the middle row while the solve goes
 * on, and moves the boundary in the middle of it.
 */
#include <math.h>
#include <stdio.h>

#define N 66
#define MAX_STEPS 400
#define REPORT_EVERY 100

static double grid[N][N], next[N][N];
static double reference[N][N], scratch[N][N];

static void start(double g[N][N])
{
    for (int i = 0; i < N; ++i)
        for (int j = 0; j < N; ++j)
            g[i][j] = i == 0 ? 1.0 : 0.0;
}

static double middle(double g[N][N])
{
    double sum = 0.0;
    for (int j = 0; j < N; ++j)
        sum += g[N / 2][j];
    return sum / N;
}

/* The solve on the device; `watched` receives the mean of the middle row at each report. */
static int solve(double watched[MAX_STEPS / REPORT_EVERY])
{
    int step = 0;
    double change = 1.0;
    #pragma acc data copy(grid) create(next)
    {
        for (step = 1; step <= MAX_STEPS && change > 1e-9; ++step) {
            change = 0.0;
            #pragma acc parallel loop gang vector collapse(2) reduction(max:change)
            for (int i = 1; i < N - 1; ++i)
                for (int j = 1; j < N - 1; ++j) {
                    next[i][j] = 0.25 * (grid[i - 1][j] + grid[i + 1][j] + grid[i][j - 1] + grid[i][j + 1]);
                    change = fmax(change, fabs(next[i][j] - grid[i][j]));
                }
            #pragma acc parallel loop collapse(2)
            for (int i = 1; i < N - 1; ++i)
                for (int j = 1; j < N - 1; ++j)
                    grid[i][j] = next[i][j];
            if (step % REPORT_EVERY == 0) {
                #pragma acc update self(grid[N / 2:1][0:N])
                watched[step / REPORT_EVERY - 1] = middle(grid);
            }
            if (step == MAX_STEPS / 2) { /* a second hot edge appears */
                for (int j = 0; j < N; ++j)
                    grid[N - 1][j] = 0.5;
                #pragma acc update device(grid[N - 1:1][0:N])
            }
        }
    }
    return step - 1;
}

/* The same numbers, computed by plain C. */
static int solve_plainly(double watched[MAX_STEPS / REPORT_EVERY])
{
    int step = 0;
    double change = 1.0;
    for (step = 1; step <= MAX_STEPS && change > 1e-9; ++step) {
        change = 0.0;
        for (int i = 1; i < N - 1; ++i)
            for (int j = 1; j < N - 1; ++j) {
                scratch[i][j] =
                    0.25 * (reference[i - 1][j] + reference[i + 1][j] + reference[i][j - 1] + reference[i][j + 1]);
                change = fmax(change, fabs(scratch[i][j] - reference[i][j]));
            }
        for (int i = 1; i < N - 1; ++i)
            for (int j = 1; j < N - 1; ++j)
                reference[i][j] = scratch[i][j];
        if (step % REPORT_EVERY == 0)
            watched[step / REPORT_EVERY - 1] = middle(reference);
        if (step == MAX_STEPS / 2)
            for (int j = 0; j < N; ++j)
                reference[N - 1][j] = 0.5;
    }
    return step - 1;
}

int main(void)
{
    double seen[MAX_STEPS / REPORT_EVERY] = {0}, expected[MAX_STEPS / REPORT_EVERY] = {0};
    start(grid);
    start(reference);
    int steps = solve(seen);
    int ok = steps == solve_plainly(expected);

    double checksum = 0.0;
    for (int i = 0; i < N; ++i)
        for (int j = 0; j < N; ++j) {
            checksum += grid[i][j];
            ok = ok && fabs(grid[i][j] - reference[i][j]) < 1e-12;
        }
    for (int r = 0; r < MAX_STEPS / REPORT_EVERY; ++r)
        ok = ok && fabs(seen[r] - expected[r]) < 1e-12;
    printf("jacobi: steps=%d middle=%.6f checksum=%.6f\n", steps, seen[1], checksum);
    printf("%s\n", ok ? "PASS" : "FAIL");
    return !ok;
}
