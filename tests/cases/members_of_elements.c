// case: members of elements on constructs with a region
// expect-portable: #pragma omp target enter data map(alloc: __clacc_target__[0:3])
// expect-portable: acc2omp_attach_part((void **)&x[k].p, &__clacc_target__[1]);
// expect-portable: acc2omp_detach_part((void **)&e[k].p, &__clacc_target__[0]);
#include <stdio.h>
#include <stdlib.h>

struct part { int n; double *p; double v[4]; };

static void show(const char *what, const double *p)
{
    printf("%s %g %g %g\n", what, p[0], p[1], p[2]);
}

static void scale(struct part *e, int k)
{
    // Nothing here says that the structs are on the device.
    #pragma acc parallel loop present(e[k].p[0:e[k].n])
    for (int j = 0; j < 3; ++j)
        e[k].p[j] *= 2;
}

static void copied(struct part *e, int k)
{
    #pragma acc parallel loop copyin(e[0:2]) copy(e[k].p[0:3])
    for (int j = 0; j < 3; ++j)
        e[k].p[j] += 10;
    #pragma acc kernels loop copyin(e[0:2], e[k + 1].p[0:3]) copyout(e[k].p[0:3])
    for (int j = 0; j < 3; ++j)
        e[k].p[j] = e[k + 1].p[j] - 1;
}

int main(void)
{
    struct part x[2];
    int k = 1;
    for (int i = 0; i < 2; ++i) {
        x[i].n = 3;
        x[i].p = malloc(3 * sizeof(double));
        for (int j = 0; j < 3; ++j) {
            x[i].p[j] = j;
            x[i].v[j] = i;
        }
    }
    #pragma acc enter data copyin(x)
    #pragma acc enter data copyin(x[k].p[0:3])
    #pragma acc parallel loop present(x) present(x[k].p[0:3])
    for (int j = 0; j < 3; ++j)
        x[k].p[j] *= 2;
    scale(x, k);
    #pragma acc serial present(x, x[k].v[0:3], x[k].n) no_create(x[k].p[0:3], x[0].p[0:3])
    x[k].p[0] = x[k].v[1] + x[k].n;
    #pragma acc exit data copyout(x[k].p[0:3])
    #pragma acc exit data delete(x)
    show("present", x[1].p);

    copied(x, 0);
    show("copied", x[0].p);
    show("read", x[1].p);

    #pragma acc data copyin(x) create(x[0].p[0:3]) copy(x[k].p[1:2]) if(k)
    {
        #pragma acc parallel loop present(x, x[0].p[0:3], x[k].p[1:2])
        for (int j = 1; j < 3; j++) {
            x[0].p[j] = 100;
            x[k].p[j] += x[0].p[j];
        }
    }
    show("region", x[1].p);
    for (int j = 0; j < 3; ++j)
        x[0].p[j] = j;

    // The structs come behind the memory.
    #pragma acc enter data copyin(x[0].p[0:3])
    #pragma acc parallel loop copyin(x) present(x[0].p[0:3]) copy(x[k].p[0:3])
    for (int j = 0; j < 3; ++j)
        x[0].p[j] += x[k].p[0];
    #pragma acc exit data copyout(x[0].p[0:3])
    show("attached", x[0].p);
    free(x[0].p);
    free(x[1].p);
    return 0;
}
