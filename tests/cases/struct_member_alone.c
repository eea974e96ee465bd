// case: one member of a struct behind a pointer is mapped alone, because a part of the struct may be on the device
// expect-portable: #pragma omp target teams map(alloc: __clacc_struct_1__[4:n]) firstprivate(n)
// expect-portable: #pragma omp target teams map(tofrom: __clacc_struct_1__[0:1])
// expect-portable: #pragma omp target data map(tofrom: p->v)
// expect-portable: #pragma omp target teams num_teams(1) map(tofrom: __clacc_struct_1__[0:1]) map(alloc: __clacc_struct_2__[4:2])
// expect-portable: #pragma omp target teams num_teams(1) map(to: p[0:1]) map(tofrom: p->k)
#include <stdio.h>

struct A { int n; double v[8]; struct { int u[4]; } in; int k; };

static struct A *shared;

static void part(struct A *p, int n)
{
    #pragma acc parallel loop present(p->v[4:n])
    for (int i = 4; i < 4 + n; ++i)
        p->v[i] += 10;
}

static void whole(const struct A *q, struct A *p)
{
    #pragma acc parallel loop copy(p->v)
    for (int i = 0; i < 8; ++i)
        p->v[i] += 1;
    #pragma acc data copy(p->v)
    {
        part(p, 2);
        #pragma acc parallel loop present(p->v)
        for (int i = 0; i < 8; ++i)
            p->v[i] *= 2;
    }
    #pragma acc parallel num_gangs(1) copy(shared->k) present(q->v[4:2])
    {
        shared->k += q->v[4];
    }
}

static int other(struct A *p)
{
    return p->k;
}

int main(void)
{
    struct A s = {3, {0, 1, 2, 3, 4, 5, 6, 7}, {{1, 2, 3, 4}}, 5}, t = s, *p = &t;
    shared = &t;
    #pragma acc data copy(s.v)
    part(&s, 2);
    #pragma acc data copy(s.v[4:2])
    part(&s, 2);
    #pragma acc data copy(s.v)
    whole(&s, &s);
    #pragma acc parallel num_gangs(1) copy(p->in.u[1:2])
    {
        p->in.u[1] = p->in.u[2];
    }
    #pragma acc parallel num_gangs(1) copy(p->k)
    {
        p->k += other(p);
    }
    for (int i = 0; i < 8; ++i)
        printf("%g %g %d\n", s.v[i], t.v[i], t.in.u[i % 4]);
    printf("%d %d\n", s.n, t.k);
    return 0;
}
