// case: data present finds what enter data left; its subarrays are printed as written
// expect-omp: #pragma omp target data map(present,hold,alloc: p[0:n])
// expect-omp: #pragma omp target teams map(present,hold,alloc: p[0:n]) shared(p) firstprivate(n)
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp target enter data map(to: p[0:n])
// expect-omp: #pragma omp target exit data map(from: p[0:n])
// expect-portable: #pragma omp target data map(alloc: p[0:n])
#include <stdio.h>

static void twice(int n, int *p)
{
    #pragma acc data present(p[0:n])
    {
        #pragma acc parallel loop present(p[0:n])
        for (int i = 0; i < n; ++i)
            p[i] *= 2;
    }
}

int main(void)
{
    int a[5] = {1, 2, 3, 4, 5}, n = 5, *p = a, sum = 0;
    #pragma acc enter data copyin(p[0:n])
    twice(n, p);
    #pragma acc exit data copyout(p[0:n])
    for (int i = 0; i < n; ++i)
        sum += p[i];
    printf("%d\n", sum);
    return sum != 30;
}
