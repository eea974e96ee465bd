/*
 * n-body: Schwerkraft zwischen n Körpern, mit festem Zeitschritt (leapfrog).
 *
 * The comments of this file are Latin-1, not UTF-8: ä ö ü ß é must come through a translation as the bytes
 * they are. Shows structure-of-arrays data in one `data` region, two kernels per step, and
 * `reduction(+:...)` on an inner vector loop. All velocities of a step are computed before any position
 * moves.
 */
#include <math.h>
#include <stdio.h>

#define BODIES 64
#define STEPS 10
#define DT 0.01
#define SOFTENING 0.05 /* glättet die Kraft bei kleinem Abstand */

static double x[BODIES], y[BODIES], z[BODIES];
static double vx[BODIES], vy[BODIES], vz[BODIES], mass[BODIES];

/* Anfangszustand: ein gestörter Ring. */
static void place(void)
{
    for (int i = 0; i < BODIES; ++i) {
        double angle = 6.283185307179586 * i / BODIES;
        x[i] = cos(angle) * (1.0 + 0.01 * (i % 5));
        y[i] = sin(angle) * (1.0 + 0.01 * (i % 7));
        z[i] = 0.02 * (i % 3 - 1);
        vx[i] = -0.5 * sin(angle);
        vy[i] = 0.5 * cos(angle);
        vz[i] = 0.0;
        mass[i] = (1.0 + i % 4) / BODIES;
    }
}

static double energy(void)
{
    double sum = 0.0;
    for (int i = 0; i < BODIES; ++i) {
        sum += 0.5 * mass[i] * (vx[i] * vx[i] + vy[i] * vy[i] + vz[i] * vz[i]);
        for (int j = 0; j < i; ++j) {
            double dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
            sum -= mass[i] * mass[j] / sqrt(dx * dx + dy * dy + dz * dz + SOFTENING);
        }
    }
    return sum;
}

/* Impuls: bleibt erhalten, weil jede Kraft ihre Gegenkraft hat. */
static double momentum(void)
{
    double px = 0.0, py = 0.0, pz = 0.0;
    for (int i = 0; i < BODIES; ++i) {
        px += mass[i] * vx[i];
        py += mass[i] * vy[i];
        pz += mass[i] * vz[i];
    }
    return sqrt(px * px + py * py + pz * pz);
}

static void simulate(void)
{
    #pragma acc data copy(x, y, z, vx, vy, vz) copyin(mass)
    for (int step = 0; step < STEPS; ++step) {
        #pragma acc parallel vector_length(8) /* Kräfte */
        #pragma acc loop gang
        for (int i = 0; i < BODIES; ++i) {
            double ax = 0.0, ay = 0.0, az = 0.0;
            #pragma acc loop vector reduction(+:ax, ay, az)
            for (int j = 0; j < BODIES; ++j) {
                double dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
                double r2 = dx * dx + dy * dy + dz * dz + SOFTENING;
                double pull = mass[j] / (r2 * sqrt(r2));
                ax += pull * dx;
                ay += pull * dy;
                az += pull * dz;
            }
            vx[i] += DT * ax;
            vy[i] += DT * ay;
            vz[i] += DT * az;
        }
        #pragma acc parallel loop
        for (int i = 0; i < BODIES; ++i) {
            x[i] += DT * vx[i];
            y[i] += DT * vy[i];
            z[i] += DT * vz[i];
        }
    }
}

int main(void)
{
    place();
    double energy_before = energy(), momentum_before = momentum(), start = x[1];
    simulate();
    double drift = fabs(energy() - energy_before) / fabs(energy_before);
    double push = fabs(momentum() - momentum_before);
    int ok = drift < 1e-2 && push < 1e-12 && fabs(x[1] - start) > 1e-6;
    printf("nbody: bodies=%d steps=%d energy=%.8f\n", BODIES, STEPS, energy());
    printf("%s\n", ok ? "PASS" : "FAIL");
    return !ok;
}
