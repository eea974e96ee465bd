// case: memory behind a member is updated where the struct itself is not on the device
// expect-omp: #pragma omp target teams map(hold,tofrom: p[0:n]) shared(p) firstprivate(n,by)
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp target enter data map(to: v.x[0:n])
// expect-omp: #pragma omp target update from(present: v.x[0:n])
// expect-omp: #pragma omp target update to(present: v.x[2:3])
// expect-omp: #pragma omp target update from(present: v.x[0:n])
// expect-omp: #pragma omp target exit data map(release: v.x[0:n])
#include <stdio.h>
#include <stdlib.h>

struct vector { int n; double *x; };

/* The struct is never on the device. */
void acc_attach(void **pointer)
{
    (void)pointer;
}

static void add(double *p, int n, double by)
{
    #pragma acc parallel loop copy(p[0:n])
    for (int i = 0; i < n; ++i)
        p[i] += by;
}

int main(void)
{
    int n = 8;
    struct vector v = {n, malloc(n * sizeof(double))};
    for (int i = 0; i < n; ++i)
        v.x[i] = i;
    #pragma acc enter data copyin(v.x[0:n])
    add(v.x, n, 10);
    #pragma acc update self(v.x[0:n])
    for (int i = 0; i < n; ++i)
        v.x[i] *= 2;
    #pragma acc update device(v.x[2:3])
    add(v.x, n, 0);
    #pragma acc update self(v.x[0:n])
    double sum = 0;
    for (int i = 2; i < 5; ++i)
        sum += v.x[i] * (i + 1);
    printf("%g\n", sum);
    #pragma acc exit data delete(v.x[0:n])
    free(v.x);
    return 0;
}
