// case: a struct is mapped before the memory behind its members, however the clauses are ordered
// expect-portable: #pragma omp target teams map(tofrom: v) map(tofrom: v.d[0:v.n]) shared(v)
// expect-portable: #pragma omp target teams map(to: v) map(tofrom: v.d[0:9]) shared(v)
// expect-portable: #pragma omp target teams map(tofrom: v) map(to: v.d[0:9]) map(from: v.e[0:9]) shared(v)
// expect-portable: #pragma omp target data map(tofrom: v) map(tofrom: v.d[0:9])
#include <stdio.h>

struct V {
    int n;
    double *d, *e;
    double w[4];
};

int main(void)
{
    double d[9], e[9] = {0}, sum = 0;
    struct V v = {9, d, e, {1, 2, 3, 4}};
    for (int i = 0; i < 9; ++i)
        d[i] = i;
    #pragma acc parallel loop copy(v.d[0:v.n])
    for (int i = 0; i < v.n; ++i)
        v.d[i] += v.n;
    #pragma acc parallel loop copy(v.d[0:9]) copyin(v)
    for (int i = 0; i < v.n; ++i)
        v.d[i] += v.w[1];
    #pragma acc parallel loop copyin(v.d[0:9]) copyout(v.e[0:9])
    for (int i = 0; i < 9; ++i)
        v.e[i] = v.d[i] + v.n;
    #pragma acc data copy(v.d[0:9], v)
    {
        #pragma acc parallel loop
        for (int i = 0; i < v.n; ++i)
            v.d[i] *= 2;
    }
    #pragma acc parallel loop copyin(v) copy(v.w[1:2])
    for (int i = 1; i < 3; ++i)
        v.w[i] += v.n;
    #pragma acc enter data copyin(v.d[0:9], v)
    #pragma acc parallel loop present(v)
    for (int i = 0; i < v.n; ++i)
        v.d[i] += 1;
    #pragma acc exit data copyout(v.d[0:9]) delete(v)
    for (int i = 0; i < 9; ++i)
        sum += (i + 1) * (d[i] + 10 * e[i]);
    printf("%g %g %g %g %g\n", sum, v.w[0], v.w[1], v.w[2], v.w[3]);
    return 0;
}
