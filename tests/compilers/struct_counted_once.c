// Target enter data of a struct and a part in one directive, target exit data in two.
#include <stdio.h>
#include <stdlib.h>
struct t { int w[4]; int *d; };
int main(void)
{
    struct t *q = malloc(sizeof *q);
    q->d = malloc(4 * sizeof(int));
    for (int k = 0; k < 4; ++k) q->w[k] = q->d[k] = 7;
    #pragma omp target enter data map(to: q[0:1]) map(to: q->d[0:4])
    #pragma omp target
    for (int i = 0; i < 4; ++i)
        q->w[i] = q->d[i] = i;
    #pragma omp target exit data map(from: q->d[0:4])
    #pragma omp target exit data map(from: q[0:1])
    printf("%d %d\n", q->d[3], q->w[3]);
    return q->d[3] != 3 || q->w[3] != 3;
}
