// case: atomic in host code, in data regions, in functions and in macros
// expect-omp: #pragma omp atomic update
// expect-omp: #pragma omp atomic update
// expect-omp: #pragma omp target data map(hold,tofrom: a)
// expect-omp: #pragma omp atomic write
// expect-omp: #pragma omp target update to(present: a)
// expect-omp: #pragma omp target teams shared(a)
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp atomic capture
#include <stdio.h>

#define ADD(to, what) _Pragma("acc atomic update") to += (what)

struct point {
    int x, y;
};

int a[8];

static void move(struct point *p, int by)
{
    #pragma acc atomic
    p->x = p->x + by;
    ADD(p->y, 2 * by);
}

int main(void)
{
    struct point p = { 1, 2 };
    int last;
    for (int i = 0; i < 10; ++i)
        move(&p, i);
    #pragma acc data copy(a)
    {
        #pragma acc atomic write
        a[0] = p.x;
        #pragma acc update device(a)
        #pragma acc parallel loop gang
        for (int i = 0; i < 80; ++i) {
            ADD(a[i % 8], i);
        }
    }
again:
    #pragma acc atomic capture
    last = a[7]--;
    if (last % 10)
        goto again;
    printf("%d %d %d %d %d\n", p.x, p.y, a[0], a[7], last);
    return 0;
}
