// Memory behind two pointer members of a struct behind a pointer.
#include <stdlib.h>
struct vectors { double *x, *y; };
int main(void)
{
    struct vectors *v = malloc(sizeof *v);
    v->x = malloc(4 * sizeof(double));
    v->y = malloc(4 * sizeof(double));
    for (int i = 0; i < 4; ++i) { v->x[i] = i; v->y[i] = 0; }
#pragma omp target teams map(to: v->x[0:4]) map(from: v->y[0:4])
    for (int i = 0; i < 4; ++i) v->y[i] = v->x[i] + 1;
    return v->y[3] != 4;
}
