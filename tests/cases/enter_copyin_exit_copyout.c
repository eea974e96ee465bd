// case: enter data copyin and exit data copyout; neither takes the structured modifier
// expect-omp: #pragma omp target enter data map(to: p[0:n])
// expect-omp: #pragma omp target teams map(present,hold,alloc: p[0:n]) shared(p) firstprivate(n)
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp target exit data map(from: p[0:n])
// expect-portable: #pragma omp target exit data map(from: p[0:n])
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int n = 16, sum = 0;
    int *p = malloc(n * sizeof *p);
    for (int i = 0; i < n; ++i)
        p[i] = i;
    #pragma acc enter data copyin(p[0:n])
    #pragma acc parallel loop present(p[0:n])
    for (int i = 0; i < n; ++i)
        p[i] *= 3;
    #pragma acc exit data copyout(p[0:n])
    for (int i = 0; i < n; ++i)
        sum += p[i];
    free(p);
    printf("%d\n", sum);
    return sum != 360;
}
