/*
 * Heat in a rod, with device data that exists as long as the object that it belongs to.
 *
 * Shows `enter data` in a constructor and `exit data` in a destructor, kernels that find their data
 * `present`, `update` only when the host wants to look, and `if` and `if_present` on it.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int cells;
    int transfers; /* how often the host asked for fresh values */
    double *now, *next;
} rod;

static int rod_create(rod *r, int cells)
{
    double *now = malloc(cells * sizeof *now);
    double *next = malloc(cells * sizeof *next);
    *r = (rod){cells, 0, now, next};
    if (!now || !next)
        return 0;
    for (int i = 0; i < cells; ++i)
        now[i] = i < cells / 2 ? 1.0 : 0.0;
    #pragma acc enter data copyin(now[0:cells]) create(next[0:cells])
    return 1;
}

static void rod_destroy(rod *r)
{
    double *now = r->now, *next = r->next;
    #pragma acc exit data delete(next[0:r->cells]) copyout(now[0:r->cells])
    free(next);
    r->next = NULL;
    r->now = now;
}

static void rod_step(rod *r, double conductivity)
{
    const int cells = r->cells;
    double *old = r->now, *new = r->next;
    #pragma acc parallel loop gang vector present(old[0:cells], new[0:cells])
    for (int i = 0; i < cells; ++i) {
        double left = i > 0 ? old[i - 1] : old[i];
        double right = i < cells - 1 ? old[i + 1] : old[i];
        new[i] = old[i] + conductivity * (left - 2.0 * old[i] + right);
    }
    #pragma acc parallel loop present(old[0:cells], new[0:cells])
    for (int i = 0; i < cells; ++i)
        old[i] = new[i];
}

static double rod_energy(rod *r, int fresh)
{
    double *now = r->now, sum = 0.0;
    r->transfers += fresh;
    #pragma acc update host(now[0:r->cells]) if(fresh)
    for (int i = 0; i < r->cells; ++i)
        sum += now[i];
    return sum;
}

static void rod_warm_first(rod *r, double amount)
{
    double *now = r->now;
    #pragma acc update self(now[0:1])
    now[0] += amount;
    #pragma acc update device(now[0:1]) if_present
}

int main(void)
{
    enum { CELLS = 200, STEPS = 300 };
    double elsewhere = 1.0; /* never on the device */
    double plain[CELLS], before[CELLS];
    rod r;
    if (!rod_create(&r, CELLS))
        return 1;
    for (int i = 0; i < CELLS; ++i)
        plain[i] = r.now[i];

    double energy_at_start = rod_energy(&r, 0);
    for (int step = 0; step < STEPS; ++step) {
        rod_step(&r, 0.25);
        if (step == STEPS / 2) {
            rod_warm_first(&r, 10.0);
            #pragma acc update self(elsewhere) if_present
        }
    }
    double energy_at_end = rod_energy(&r, 1);
    rod_step(&r, 0.25); /* a last step that only `exit data` brings home */
    rod_destroy(&r);

    for (int step = 0; step <= STEPS; ++step) {
        for (int i = 0; i < CELLS; ++i)
            before[i] = plain[i];
        for (int i = 0; i < CELLS; ++i)
            plain[i] = before[i]
                       + 0.25 * (before[i > 0 ? i - 1 : i] - 2.0 * before[i] + before[i < CELLS - 1 ? i + 1 : i]);
        if (step == STEPS / 2)
            plain[0] += 10.0;
    }

    int ok = fabs(energy_at_end - energy_at_start - 10.0) < 1e-9 && elsewhere == 1.0 && r.transfers == 1;
    for (int i = 0; i < CELLS; ++i)
        ok = ok && fabs(r.now[i] - plain[i]) < 1e-12;
    printf("heat_enter_exit: start=%.6f end=%.6f first=%.6f\n", energy_at_start, energy_at_end, r.now[0]);
    printf("%s\n", ok ? "PASS" : "FAIL");
    free(r.now);
    return !ok;
}
