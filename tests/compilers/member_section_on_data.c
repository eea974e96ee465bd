// A section behind a pointer that is a member behind a pointer, on a data region.
#include <stdlib.h>
struct holder { int n; int *v; };

int main(void) {
    struct holder *p = malloc(sizeof *p);
    p->v = calloc(10, sizeof(int));
#pragma omp target data map(tofrom : p->v[0:10])
    {
        p->n = 1;
    }
    return p->v[5] != 0;
}
