// `target teams map(alloc: q[0:1]) map(tofrom: q->d[0:4])` with `if`, `nowait` or `firstprivate`.
#include <stdio.h>
#include <stdlib.h>
struct t { int n; int *d; };
int main(void)
{
    struct t *q = malloc(sizeof *q);
    int n = 10, *d = malloc(4 * sizeof(int));
    q->d = d;
    d[0] = 7;
    #pragma omp target teams map(alloc: q[0:1]) map(tofrom: q->d[0:4]) firstprivate(n)
    q->d[0] = n - 9;
    printf("%d\n", d[0]);
    return d[0] != 1;
}
