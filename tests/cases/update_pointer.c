// case: update of a pointer copies the section that a data clause names
// expect-portable: #pragma omp target update to(p[0:n])
// expect-portable: #pragma omp target update from(q[1:2]) if(n)
#include <stdio.h>
#include <stdlib.h>

static double *shared;

int main(int argc, char **argv)
{
    int n = argc + 3;
    double *p = malloc(4 * sizeof(double)), *q = malloc(4 * sizeof(double));
    for (int i = 0; i < 4; ++i)
        p[i] = q[i] = i;
    #pragma acc data copyin(p[0:n])
    {
        for (int i = 0; i < 4; ++i)
            p[i] += 10;
        #pragma acc update device(p)
        #pragma acc enter data create(q[1:2])
        #pragma acc parallel loop present(p, q[1:2])
        for (int i = 1; i < 3; ++i)
            q[i] = p[i];
        #pragma acc update self(q) if(n)
        #pragma acc exit data delete(q[1:2])
    }
    printf("%g %g %g %g\n", q[0], q[1], q[2], q[3]);
    shared = q;
    #pragma acc enter data copyin(shared[0:4])
    #pragma acc parallel loop present(shared)
    for (int i = 0; i < 4; ++i)
        shared[i] *= 2;
    #pragma acc update self(shared[0:4])
    #pragma acc exit data delete(shared)
    printf("%g %g\n", q[0], q[3]);
    free(p);
    free(q);
    return 0;
}
