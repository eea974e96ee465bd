// Target teams map(to: q[0:1]) map(tofrom: q->d[0:4]) with q a pointer at file scope.
#include <stdio.h>
#include <stdlib.h>
struct t { int n; int w[4]; int *d; };
static struct t *q;
int main(void)
{
    q = malloc(sizeof *q);
    q->d = malloc(4 * sizeof(int));
    for (int k = 0; k < 4; ++k) q->w[k] = k + 1, q->d[k] = 7;
    #pragma omp target teams map(to: q[0:1]) map(tofrom: q->d[0:4])
    #pragma omp distribute
    for (int i = 0; i < 4; ++i)
        q->d[i] = q->w[i];
    for (int k = 0; k < 4; ++k) printf("%d ", q->d[k]);
    printf("\n");
    return q->d[0] != 1 || q->d[3] != 4;
}
