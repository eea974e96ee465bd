// case: pcopy, present_or_copy and their like print as the clause they stand for
// expect-omp: #pragma omp target data map(hold,tofrom: a) map(hold,tofrom: b) map(hold,to: c) map(hold,to: d) map(hold,from: e) map(hold,from: f) map(hold,alloc: g) map(hold,alloc: h)
// expect-omp: #pragma omp target teams map(present,hold,alloc: a,b,c,d,e,f,g,h) shared(g,c,h,d,a,b,e,f)
// expect-omp: #pragma omp distribute
#include <stdio.h>

int a[3], b[3], c[3] = {1, 2, 3}, d[3] = {4, 5, 6}, e[3], f[3], g[3], h[3];

int main(void)
{
    int sum = 0;
    #pragma acc data pcopy(a) present_or_copy(b) pcopyin(c) present_or_copyin(d) pcopyout(e) present_or_copyout(f) \
        pcreate(g) present_or_create(h)
    {
        #pragma acc parallel loop present(a, b, c, d, e, f, g, h)
        for (int i = 0; i < 3; ++i) {
            g[i] = c[i];
            h[i] = d[i];
            a[i] += g[i];
            b[i] += h[i];
            e[i] = g[i] * h[i];
            f[i] = g[i] - h[i];
        }
    }
    for (int i = 0; i < 3; ++i)
        sum += a[i] + 10 * b[i] + 100 * e[i] + 1000 * f[i];
    printf("%d\n", sum);
    return sum != 6 + 150 + 3200 - 9000;
}
