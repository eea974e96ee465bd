// Three pointer members behind a pointer on a data region, and then the memory behind them.
#include <stdlib.h>
struct holder { int n; int *u, *v, *w; };

int main(void) {
    struct holder *p = malloc(sizeof *p);
    p->u = calloc(10, sizeof(int));
    p->v = calloc(10, sizeof(int));
    p->w = calloc(10, sizeof(int));
#pragma omp target data map(to : p->u) map(to : p->v) map(to : p->w) map(tofrom : p->u[0:10]) map(tofrom : p->v[0:10]) \
    map(tofrom : p->w[0:10])
    {
        p->n = 1;
    }
    return p->v[5] != 0;
}
