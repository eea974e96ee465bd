// `target data map(to: p[0:1]) map(alloc: p->v) map(alloc: p->v[0:n])`, `v` a pointer.
#include <stdio.h>
#include <stdlib.h>
struct t { int n; int *v; };
int main(void)
{
    struct t s = {4, malloc(4 * sizeof(int))}, *p = &s;
    int sum = 0;
    #pragma omp target data map(to: p[0:1]) map(alloc: p->v) map(alloc: p->v[0:4])
    {
        #pragma omp target map(alloc: p[0:1]) map(alloc: p->v[0:4])
        for (int i = 0; i < p->n; i++)
            p->v[i] = i;
        #pragma omp target map(alloc: p[0:1]) map(alloc: p->v[0:4]) map(tofrom: sum)
        for (int i = 0; i < p->n; i++)
            sum += p->v[i];
    }
    printf("%d\n", sum);
    return sum != 6;
}
