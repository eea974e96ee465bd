// case: the aliases of copyin, create and copyout on enter data and exit data
// expect-omp: #pragma omp target enter data map(to: a) map(to: b) map(alloc: c) map(alloc: d)
// expect-omp: #pragma omp target teams map(present,hold,alloc: a,b,c,d) shared(c,a,d,b)
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp target exit data map(from: c) map(from: d) map(release: a,b)
#include <stdio.h>

int a[4] = {1, 2, 3, 4}, b[4] = {5, 6, 7, 8}, c[4], d[4];

int main(void)
{
    int sum = 0;
    #pragma acc enter data pcopyin(a) present_or_copyin(b) pcreate(c) present_or_create(d)
    #pragma acc parallel loop present(a, b, c, d)
    for (int i = 0; i < 4; ++i) {
        c[i] = a[i];
        d[i] = b[i];
    }
    #pragma acc exit data pcopyout(c) present_or_copyout(d) delete(a, b)
    for (int i = 0; i < 4; ++i)
        sum += c[i] * d[i];
    printf("%d\n", sum);
    return sum != 70;
}
