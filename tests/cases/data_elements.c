// case: elements of arrays in data clauses, and rows named by subscripts
// expect-portable: #pragma omp target teams num_teams(1) map(tofrom: a[n:1]) shared(a) firstprivate(n)
// expect-portable: #pragma omp target teams map(tofrom: p[i][0:4]) shared(p) firstprivate(i)
#include <stdio.h>

struct S { int *d; };

int main(void)
{
    int a[6] = {1, 2, 3, 4, 5, 6}, first[4] = {1, 2, 3, 4}, second[4] = {5, 6, 7, 8}, n = 3;
    int *p[2] = {first, second};
    struct S s = {a};
    #pragma acc parallel num_gangs(1) copy(a[n])
    { a[n] += 10; }
    for (int i = 0; i < 2; ++i) {
        #pragma acc parallel loop copy(p[i][0:4])
        for (int j = 0; j < 4; ++j)
            p[i][j] *= 2;
    }
    #pragma acc data copy(s.d[1])
    {
        #pragma acc parallel num_gangs(1)
        { s.d[1] += 20; }
    }
    #pragma acc enter data copyin(a[2])
    #pragma acc parallel num_gangs(1) present(a[2])
    { a[2] += 30; }
    #pragma acc exit data copyout(a[2])
    for (int i = 0; i < 6; ++i)
        printf("%d %d %d\n", a[i], first[i % 4], second[i % 4]);
    return 0;
}
