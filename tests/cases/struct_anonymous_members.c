// case: members of an anonymous struct, of a variable and behind a pointer
// expect-portable: #pragma omp target teams map(to: t.q) map(to: t) map(tofrom: t.y[0:9])
// expect-portable: #pragma omp target teams map(to: s[0:1]) map(tofrom: s->y[0:9]) map(to: s->q)
#include <stdio.h>

struct T {
    int n;
    struct {
        double *y;
        int q;
    };
};

int main(void)
{
    double y[9];
    struct T t = {4, {y, 3}}, *s = &t;
    for (int i = 0; i < 9; ++i)
        y[i] = i;
    #pragma acc parallel loop copy(t.y[0:9]) copyin(t.q)
    for (int i = 0; i < 9; ++i)
        t.y[i] += t.q;
    #pragma acc parallel loop copy(s->y[0:9]) copyin(s->q)
    for (int i = 0; i < 9; ++i)
        s->y[i] += s->q;
    printf("%g %g\n", y[0], y[8]);
    return 0;
}
