// case: several members of a struct inside another one, and behind pointers
// expect-portable: #pragma omp target teams firstprivate(n) map(to: v.in) map(tofrom: v.in.x[0:n]) map(to: v.in.y[0:n])
// expect-portable: #pragma omp target teams firstprivate(n) map(to: __clacc_struct_1__[0:1]) map(tofrom: __clacc_struct_1__->x[0:n]) map(to: __clacc_struct_1__->y[0:n]) map(to: s->a[0:1])
// expect-portable: #pragma omp target teams map(to: s[0:1]) map(tofrom: s->in.m) map(to: s->in.w[1:2])
#include <stdio.h>

struct A {
    double *x, *y;
    int m;
    double w[4];
};
struct V {
    int n;
    struct A in, *a;
    double *d, *e, s[4];
};

int main(void)
{
    double store[6][8], sum = 0;
    struct A other = {store[0], store[1], 3, {5, 6, 7, 8}};
    struct V v = {4, {store[2], store[3], 2, {1, 2, 3, 4}}, &other, store[4], store[5], {9, 8, 7, 6}};
    struct V *s = &v;
    int n = 8;
    for (int i = 0; i < 48; ++i)
        store[i / 8][i % 8] = i;
    #pragma acc parallel loop copy(v.in.x[0:n]) copyin(v.in.y[0:n])
    for (int i = 0; i < n; ++i)
        v.in.x[i] += v.in.y[i];
    #pragma acc parallel loop copy(s->a->x[0:n]) copyin(s->a->y[0:n])
    for (int i = 0; i < n; ++i)
        s->a->x[i] += s->a->y[i];
    #pragma acc parallel copy(s->in.m) copyin(s->in.w[1:2])
    { s->in.m += s->in.w[2]; }
    #pragma acc data copy(v.in.x[0:n], v.in.m) copyin(v.in.y[0:n])
    {
        #pragma acc parallel loop
        for (int i = 0; i < n; ++i)
            v.in.x[i] += v.in.y[i] + v.in.m;
    }
    #pragma acc data copy(s->d[0:n]) copyin(s->e[0:n], s->n)
    {
        #pragma acc parallel loop
        for (int i = 0; i < n; ++i)
            s->d[i] += s->e[i] * s->n;
    }
    for (int i = 0; i < 48; ++i)
        sum += (i + 1) * store[i / 8][i % 8];
    printf("%g %d\n", sum, v.in.m);
    return 0;
}
