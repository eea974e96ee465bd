// case: present of what pointers with static storage duration point to; the pointers themselves are not on the device
// expect-llvm: #pragma omp target enter data map(to: p[0:8])
// expect-llvm: #pragma omp target teams num_teams(1) map(hold,alloc: at_file_scope[0:8]) shared(at_file_scope)
// expect-llvm: #pragma omp target teams map(hold,alloc: inner[0:8]) shared(inner)
// expect-llvm: #pragma omp distribute
// expect-llvm: #pragma omp target data map(hold,alloc: at_file_scope[0:0])
// expect-llvm: #pragma omp target teams shared(at_file_scope) defaultmap(tofrom: scalar)
#include <stdio.h>
#include <stdlib.h>

static double *at_file_scope;
double *external;

static void use(double *p)
{
    static double *inner;
    at_file_scope = external = inner = p;
#pragma acc enter data copyin(p[0:8])
#pragma acc parallel num_gangs(1) present(at_file_scope[0:8])
    { at_file_scope[1] += 1; }
#pragma acc parallel loop present(inner[0:8])
    for (int i = 0; i < 8; ++i)
        inner[i] *= 2;
#pragma acc data present(at_file_scope)
    {
#pragma acc parallel loop
        for (int i = 0; i < 8; ++i)
            at_file_scope[i] += i;
    }
#pragma acc kernels present(external)
    {
    }
#pragma acc exit data copyout(p[0:8])
}

int main(void)
{
    double *p = malloc(8 * sizeof *p);
    for (int i = 0; i < 8; ++i)
        p[i] = i;
    use(p);
    for (int i = 0; i < 8; ++i)
        printf("%g ", p[i]);
    printf("\n");
    return 0;
}
