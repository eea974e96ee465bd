// A struct and the memory behind its pointer member, mapped on a `target` region without teams.
#include <stdlib.h>
struct t { int n; double *d; };
int main(void)
{
    struct t *p = malloc(sizeof *p);
    p->d = calloc(3, sizeof *p->d);
#pragma omp target map(to: p[0:1]) map(tofrom: p->d[0:3])
    p->d[1] = 1;
    return p->d[1] != 1;
}
