// case: alwaysin and alwaysout of members, and code around a construct that maps members
// expect-portable: #pragma omp target update to(s.v[2:n])
// expect-portable: #pragma omp target update from(s.x)
// expect-portable: #pragma omp target update to(t->v[1:3])
// expect-portable: const int __clacc_kept_1__ = (next()) != 0;
#include <stdio.h>
#include <stdlib.h>

int omp_target_is_present(const void *, int) __attribute__((weak));
int omp_get_default_device(void) __attribute__((weak));

int acc_is_present(void *data, unsigned long bytes)
{
    (void)bytes;
    return !omp_target_is_present || omp_target_is_present(data, omp_get_default_device());
}

struct s { int v[8]; int w[8]; int x; int *p; };

static void show(const char *what, const int *v, int n)
{
    printf("%s", what);
    for (int i = 0; i < n; ++i)
        printf(" %d", v[i]);
    printf("\n");
}

static int calls;

static int next(void)
{
    return ++calls;
}

int main(void)
{
    int n = 4, data[8], z[6], y[6];
    for (int i = 0; i < 8; ++i)
        data[i] = i;
    struct s s = {{0, 1, 2, 3, 4, 5, 6, 7}, {0}, 5, data}, *t = malloc(sizeof *t);
    *t = s;

    /* What is absent is copied by the construct alone. */
    #pragma acc parallel loop copy(alwaysin: s.v[2:n]) copy(alwaysout: s.w[2:n])
    for (int i = 2; i < 6; ++i)
        s.w[i] = s.v[i] + 1;
    show("absent", s.w, 8);

    /* What is present is copied in one direction. */
    #pragma acc enter data copyin(s)
    for (int i = 2; i < 6; ++i)
        s.v[i] += 100;
    #pragma acc parallel loop copy(alwaysin: s.v[2:n])
    for (int i = 2; i < 6; ++i)
        s.v[i] += 1;
    #pragma acc parallel loop copy(alwaysout: s.x) if(n > 3)
    for (int i = 0; i < 1; ++i)
        s.x = 7;
    printf("%d\n", s.x);
    #pragma acc exit data copyout(s)
    show("present", s.v + 2, 4);

    /* Behind a pointer, and behind a pointer that is a member. */
    #pragma acc enter data copyin(t[0:1])
    t->v[2] = 50;
    #pragma acc parallel loop copy(alwaysin: t->v[1:3])
    for (int i = 1; i < 4; ++i)
        t->v[i] += 1;
    #pragma acc exit data copyout(t[0:1])
    show("pointer", t->v + 1, 3);
    #pragma acc enter data copyin(data)
    data[3] = 33;
    #pragma acc parallel loop copy(alwaysin: s.p[2:n])
    for (int i = 2; i < 6; ++i)
        s.p[i] += 1;
    #pragma acc exit data copyout(data)
    show("member", data + 2, 4);
    #pragma acc parallel loop copy(alwaysout: s.p[0:2])
    for (int i = 0; i < 2; ++i)
        s.p[i] += 1;
    show("member", data, 2);

    /* Code about other variables around a construct that maps members. */
    #pragma acc parallel loop copyout(zero: z) copy(s.v[0:n]) copyin(s.x)
    for (int i = 0; i < 4; ++i) {
        s.v[i] += s.x;
        z[i] = s.v[i];
    }
    show("members", s.v, 4);
    show("members", z, 4);
    int *rows[2] = {z, y};
    #pragma acc parallel loop copy(rows[0:2][0:6]) copy(t->v[0:6]) copyin(alwaysin: s.w)
    for (int i = 0; i < 6; ++i) {
        rows[0][i] = i;
        rows[1][i] = t->v[i] + s.w[i];
        t->v[i] = 0;
    }
    show("rows", z, 6);
    show("rows", y, 6);
    show("rows", t->v, 6);
    #pragma acc enter data copyin(y)
    y[0] = 40;
    #pragma acc parallel loop copy(alwaysin: y) create(zero: z) copy(s.v) if(next())
    for (int i = 0; i < 6; ++i) {
        z[i] = i;
        y[i] += z[i];
        s.v[i] += 1;
    }
    #pragma acc exit data copyout(y)
    show("conditions", y, 6);
    show("conditions", s.v, 4);
#ifdef _OPENMP
    printf("%s", calls == 1 ? "" : "not evaluated once\n");
#endif
    free(t);
    return 0;
}
