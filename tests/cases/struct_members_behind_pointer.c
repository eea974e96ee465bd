// case: members behind a pointer; gcc 12 needs the whole struct for several of them
// expect-portable: #pragma omp target teams num_teams(1) map(tofrom: __clacc_struct_1__[0:1])
// expect-portable: #pragma omp target teams map(tofrom: __clacc_struct_1__[1:2])
// expect-portable: #pragma omp target teams map(to: s[0:1]) map(tofrom: s->in.u[1:2]) map(to: s->n)
#include <stdio.h>

struct A { int n; int v[4]; struct { int u[3]; } in; int w[4]; int k; };

int main(void)
{
    struct A one = {7, {1, 2, 3, 4}, {{5, 6, 7}}, {8, 9, 10, 11}, 3}, *s = &one;
    #pragma acc parallel loop copy(s->v[1:2])
    for (int i = 1; i < 3; ++i)
        s->v[i] += 10;
    #pragma acc parallel loop copy(s->w)
    for (int i = 0; i < 4; ++i)
        s->w[i] += 20;
    #pragma acc parallel loop copy(s->in.u[1:2]) copyin(s->n)
    for (int i = 1; i < 3; ++i)
        s->in.u[i] += s->n;
    #pragma acc data copy(s->v[0:4], s->n)
    {
        #pragma acc parallel loop
        for (int i = 0; i < 4; ++i)
            s->v[i] *= s->n;
    }
    #pragma acc parallel num_gangs(1) copy(s->k)
    {
        s->k += 4;
    }
    #pragma acc data copy(s->k)
    #pragma acc parallel num_gangs(1)
    {
        s->k *= 2;
    }
    for (int i = 0; i < 4; ++i)
        printf("%d %d %d\n", s->v[i], s->w[i], s->in.u[i % 3]);
    printf("%d\n", s->k);
    return 0;
}
