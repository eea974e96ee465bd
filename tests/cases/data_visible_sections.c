// case: compute constructs find the sections that data constructs around them map
// expect-portable: #pragma omp target teams map(tofrom: a[11:2]) shared(a)
// expect-portable: #pragma omp target teams map(alloc: p[first:0]) shared(p) defaultmap(tofrom: scalar)
// expect-portable: #pragma omp target teams map(tofrom: m[2:2][0:5]) shared(m)
#include <stdio.h>

struct V { int n; int *d; int w[6]; };

int main(void)
{
    int a[20], store[20], *p = store, m[6][5], first = 8, count = 3;
    struct V v = {3, store, {1, 2, 3, 4, 5, 6}};
    for (int i = 0; i < 20; ++i)
        a[i] = store[i] = i;
    for (int i = 0; i < 30; ++i)
        m[i / 5][i % 5] = i;
    #pragma acc enter data copyin(a[2:3], p[0:3], m[0:1][0:5])
    #pragma acc data copy(a[11:2])
    {
        #pragma acc parallel loop
        for (int i = 11; i < 13; ++i)
            a[i] += 100;
    }
    #pragma acc data copy(p[first:count])
    {
        count = 1;
        #pragma acc parallel loop
        for (int i = 8; i < 11; ++i)
            p[i] += 200;
    }
    #pragma acc data copy(m[2:2][0:5])
    {
        #pragma acc parallel loop
        for (int i = 0; i < 5; ++i)
            m[3][i] += 300;
        #pragma acc update self(m[3:1][0:5])
    }
    #pragma acc exit data delete(a[2:3], p[0:3], m[0:1][0:5])
    #pragma acc data copyin(a[4:12])
    {
        #pragma acc data copy(a[5:8])
        {
            #pragma acc parallel loop
            for (int i = 5; i < 13; ++i)
                a[i] += 1000;
        }
        #pragma acc update self(a[5:8])
    }
    #pragma acc data copy(a[5:first])
    {
        #pragma acc parallel loop
        for (int i = 5; i < 13; ++i)
            a[i] += 2000;
    }
    #pragma acc data copy(v.w[2:3], v.d[14:v.n]) copyin(v.n)
    {
        #pragma acc parallel loop
        for (int i = 0; i < v.n; ++i) {
            v.w[i + 2] += v.n;
            v.d[i + 14] += v.n;
        }
    }
    #pragma acc data copy(a[15:2]) if(count > 5)
    {
        #pragma acc parallel loop
        for (int i = 15; i < 17; ++i)
            a[i] += 5;
    }
    for (int i = 0; i < 20; ++i)
        printf("%d %d %d %d\n", a[i], store[i], m[i % 6][i % 5], v.w[i % 6]);
    return 0;
}
