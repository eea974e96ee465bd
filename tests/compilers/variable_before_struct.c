// A variable stands before a struct and its part in one clause.
#include <stdlib.h>
struct holder { int n; double *d; };

int main(void) {
    struct holder *p = malloc(sizeof *p);
    p->n = 9, p->d = calloc(9, sizeof(double));
    double x = 2;
#pragma omp target teams map(tofrom : x, p[0:1], p->d[0:p->n])
    for (int i = 0; i < p->n; ++i) p->d[i] += x;
    return p->d[8] != 2;
}
