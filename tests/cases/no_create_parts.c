// case: no_create names parts of what is on the device in parts; nothing else of it is found
// expect-portable: #pragma omp target teams map(alloc: p[2:0]) shared(p) firstprivate(n)
// expect-portable: #pragma omp target teams num_teams(1) map(alloc: p[at:0]) shared(p) firstprivate(at)
// expect-portable: #pragma omp target teams map(tofrom: g[2:4]) map(tofrom: own[2:4]) shared(g,own)
// expect-portable: #pragma omp target teams map(tofrom: rows[1:2]) shared(rows)
// expect-portable: #pragma omp target teams num_teams(1) map(tofrom: count) map(tofrom: calls) shared(count,calls)
#include <stdio.h>
#include <stdlib.h>

struct A { int n; int v[8]; int *q; };

static int g[8] = {0, 1, 2, 3, 4, 5, 6, 7};
static int calls;

static void behind_pointer(int *p, int n, int at)
{
    #pragma acc parallel loop no_create(p[2:n])
    for (int i = 2; i < 2 + n; ++i)
        p[i] += 10;
    #pragma acc parallel num_gangs(1) no_create(p[at])
    {
        p[at] += 100;
    }
}

static void in_structs(struct A *s, struct A t)
{
    #pragma acc parallel loop no_create(s->v[2:4])
    for (int i = 2; i < 6; ++i)
        s->v[i] += 1000;
    #pragma acc parallel loop no_create(t.q[2:2])
    for (int i = 2; i < 4; ++i)
        t.q[i] += 5;
}

static void in_mapped_struct(struct A *s)
{
    #pragma acc parallel loop copy(s[0:1]) no_create(s->q[0:4])
    for (int i = 0; i < 4; ++i)
        s->q[i] += s->n;
}

static void attached_for_the_region(struct A *s)
{
    #pragma acc parallel loop no_create(s->q[0:4])
    for (int i = 0; i < 4; ++i)
        s->q[i] += 7;
}

static void not_attached(struct A *s)
{
    #pragma acc enter data copyin(s[0:1])
    #pragma acc enter data copyin(s->q[0:4])
    #pragma acc exit data detach(s->q) finalize
    attached_for_the_region(s);
    int *q = s->q;
    #pragma acc exit data copyout(q[0:4]) delete(s[0:1])
}

static void beside_other_members(struct A t)
{
    #pragma acc parallel loop no_create(t.q[0:4])
    for (int i = 0; i < 4; ++i)
        t.q[i] += t.n + t.v[i];
}

int main(void)
{
    int own[8] = {7, 6, 5, 4, 3, 2, 1, 0}, count = 1;
    int *p = malloc(8 * sizeof *p), *rows[3];
    struct A a = {8, {1, 2, 3, 4, 5, 6, 7, 8}, 0};
    a.q = malloc(4 * sizeof *a.q);
    for (int i = 0; i < 8; ++i)
        p[i] = i;
    for (int i = 0; i < 4; ++i)
        a.q[i] = i;
    for (int k = 0; k < 3; ++k)
        rows[k] = calloc(2, sizeof *rows[k]);

    #pragma acc enter data copyin(p[0:2])
    #pragma acc enter data copyin(p[2:4])
    behind_pointer(p, 4, 3);
    #pragma acc exit data copyout(p[0:2], p[2:4])

    #pragma acc enter data copyin(g[0:2])
    #pragma acc enter data copyin(own[0:2])
    #pragma acc enter data copyin(g[2:4])
    #pragma acc enter data copyin(own[2:4])
    #pragma acc parallel loop no_create(g[2:4], own[2:4])
    for (int i = 2; i < 6; ++i)
        g[i] += own[i] += 10;
    #pragma acc data no_create(g[2:4])
    {
        #pragma acc parallel loop
        for (int i = 2; i < 6; ++i)
            g[i] *= 2;
    }
    #pragma acc exit data copyout(g[0:2])
    #pragma acc exit data copyout(own[0:2])
    #pragma acc exit data copyout(g[2:4])
    #pragma acc exit data copyout(own[2:4])

    #pragma acc enter data copyin(rows[0:1][0:2])
    #pragma acc enter data copyin(rows[1:2][0:2])
    #pragma acc parallel loop no_create(rows[1:2][0:2])
    for (int k = 1; k < 3; ++k)
        rows[k][0] = rows[k][1] = k;
    #pragma acc exit data copyout(rows[1:2][0:2])
    #pragma acc exit data copyout(rows[0:1][0:2])

    #pragma acc enter data copyin(count, calls)
    #pragma acc parallel num_gangs(1) no_create(count, calls)
    {
        count += 1;
        calls += 2;
    }
    #pragma acc exit data copyout(count, calls)

    #pragma acc enter data copyin(a.v[2:4])
    #pragma acc enter data copyin(a.q[0:2])
    #pragma acc enter data copyin(a.q[2:2])
    in_structs(&a, a);
    #pragma acc exit data copyout(a.v[2:4])
    #pragma acc exit data copyout(a.q[0:2])
    #pragma acc exit data copyout(a.q[2:2])

    #pragma acc enter data copyin(a.q[0:4])
    beside_other_members(a);
    in_mapped_struct(&a);
    #pragma acc exit data copyout(a.q[0:4])

    not_attached(&a);

    for (int i = 0; i < 8; ++i)
        printf("%d %d %d %d %d\n", p[i], g[i], own[i], a.v[i], a.q[i % 4]);
    printf("%d %d %d %d\n", rows[1][0], rows[2][1], count, calls);
    return 0;
}
