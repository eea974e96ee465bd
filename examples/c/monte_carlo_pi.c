/*
 * Pi by random darts.
 *
 * Shows a generator that needs no shared state: every iteration computes its own numbers from its index (a
 * multiplicative hash of the counter), so the count is the same however the loop is divided. A plain
 * function is called from the kernel, and the count is reduced over gangs, workers and vector lanes.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>

static const uint64_t MULTIPLIER = 6364136223846793005ull;
static const uint64_t INCREMENT = 1442695040888963407ull;

static long darts_inside(long darts, uint64_t seed)
{
    long inside = 0;
    const uint64_t multiplier = MULTIPLIER, increment = INCREMENT;
    #pragma acc parallel loop gang worker vector num_gangs(4) num_workers(2) vector_length(8) reduction(+:inside)
    for (long dart = 0; dart < darts; ++dart) {
        uint64_t state = seed + (uint64_t)dart;
        double at[2];
        for (int axis = 0; axis < 2; ++axis) {
            for (int turn = 0; turn < 3; ++turn) {
                state = state * multiplier + increment;
                state ^= state >> 29;
            }
            at[axis] = (double)(state >> 11) * 0x1p-53;
        }
        if (at[0] * at[0] + at[1] * at[1] < 1.0)
            ++inside;
    }
    return inside;
}

static long darts_inside_plainly(long darts, uint64_t seed)
{
    long inside = 0;
    for (long dart = 0; dart < darts; ++dart) {
        uint64_t state = seed + (uint64_t)dart;
        double at[2];
        for (int axis = 0; axis < 2; ++axis) {
            for (int turn = 0; turn < 3; ++turn) {
                state = state * MULTIPLIER + INCREMENT;
                state ^= state >> 29;
            }
            at[axis] = (double)(state >> 11) * 0x1p-53;
        }
        inside += at[0] * at[0] + at[1] * at[1] < 1.0;
    }
    return inside;
}

int main(void)
{
    const long darts = 200000;
    long inside = darts_inside(darts, 2024);
    double pi = 4.0 * (double)inside / (double)darts;
    int ok = inside == darts_inside_plainly(darts, 2024) && fabs(pi - 3.14159265) < 0.02;
    printf("monte_carlo_pi: darts=%ld inside=%ld pi=%.4f\n", darts, inside, pi);
    printf("%s\n", ok ? "PASS" : "FAIL");
    return !ok;
}
