// A member behind a pointer, on a compute construct.
#include <stdlib.h>
struct holder { int n, w; };

int main(void) {
    struct holder *p = calloc(1, sizeof *p);
#pragma omp target teams map(tofrom : p->w)
    p->w = 7;
    return p->w != 7;
}
