// case: a struct and the memory behind its members, with enter data and exit data in different groups
// expect-portable: #pragma omp target enter data map(to: q[0:1])
// expect-portable: #pragma omp target enter data map(to: __clacc_target__[0:4])
// expect-portable: #pragma omp target enter data map(to: __clacc_target__[0:4])
// expect-portable: #pragma omp target teams
// expect-portable: #pragma omp distribute
// expect-portable: #pragma omp target exit data map(from: __clacc_target__[0:4])
// expect-portable: #pragma omp target exit data map(from: __clacc_target__[0:4])
// expect-portable: #pragma omp target exit data map(from: q[0:1])
// expect-portable: #pragma omp target enter data map(to: q[0:1])
// expect-portable: #pragma omp target enter data map(to: __clacc_target__[0:4])
// expect-portable: #pragma omp target teams
// expect-portable: #pragma omp distribute
// expect-portable: #pragma omp target update from(q->d[0:4])
// expect-portable: #pragma omp target update from(q[0:1])
// expect-portable: #pragma omp target exit data map(delete: __clacc_target__[0:4])
// expect-portable: #pragma omp target exit data map(delete: q[0:1])
// expect-portable: #pragma omp target enter data map(to: t)
// expect-portable: #pragma omp target enter data map(to: __clacc_target__[0:4])
// expect-portable: #pragma omp target teams
// expect-portable: #pragma omp distribute
// expect-portable: #pragma omp target update from(t[0:2])
// expect-portable: #pragma omp target update from(t[1].d[0:4])
// expect-portable: #pragma omp target exit data map(from: __clacc_target__[0:4])
// expect-portable: #pragma omp target exit data map(release: t)
#include <stdio.h>

struct S {
    int w[4], *d, *e;
};
static struct S *q;

static void print(const struct S *s)
{
    for (int i = 0; i < 4; ++i)
        printf("%d %d ", s->w[i], s->d[i]);
    printf("\n");
}

int main(void)
{
    int d[4] = {1, 2, 3, 4}, e[4] = {5, 6, 7, 8};
    struct S s = {{9, 9, 9, 9}, d, e}, t[2] = {s, s};
    q = &s;
    #pragma acc enter data copyin(q[0:1])
    #pragma acc enter data copyin(q->d[0:4], q->e[0:4])
    #pragma acc parallel loop
    for (int i = 0; i < 4; ++i)
        q->w[i] = q->d[i] += q->e[i];
    #pragma acc exit data copyout(q[0:1], q->d[0:4], q->e[0:4])
    print(q);
    #pragma acc enter data copyin(q->d[0:4], q[0:1])
    #pragma acc parallel loop
    for (int i = 0; i < 4; ++i)
        q->w[i] = q->d[i] += 3;
    #pragma acc exit data copyout(q->d[0:4]) copyout(q[0:1]) finalize
    print(q);
    #pragma acc enter data copyin(t, t[1].d[0:4])
    #pragma acc parallel loop
    for (int i = 0; i < 4; ++i)
        t[1].w[i] = t[1].d[i] += i;
    #pragma acc update self(t[0:2], t[1].d[0:4])
    #pragma acc exit data copyout(t[1].d[0:4]) delete(t)
    print(&t[1]);
    return 0;
}
