// A section of an array that is a member behind a pointer, on a compute construct.
#include <stdlib.h>
struct holder { int n; int v[10]; };

int main(void) {
    struct holder *p = calloc(1, sizeof *p);
    p->n = 10;
#pragma omp target teams map(tofrom : p->v[5:1])
    p->v[5] = 7;
    return p->v[5] != 7 || p->n != 10;
}
