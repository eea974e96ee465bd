// case: members reached through a pointer to the structure
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int n;
    double *x, *y;
} vectors;

static void scale(vectors *v, double factor)
{
    const int n = v->n;
    #pragma acc parallel loop copyin(v->x[0:n]) copyout(v->y[0:n])
    for (int i = 0; i < n; ++i)
        v->y[i] = factor * v->x[i];
}

int main(void)
{
    vectors v = {8, malloc(8 * sizeof(double)), malloc(8 * sizeof(double))};
    double sum = 0.0;
    for (int i = 0; i < v.n; ++i)
        v.x[i] = i;
    scale(&v, 0.5);
    for (int i = 0; i < v.n; ++i)
        sum += v.y[i];
    printf("%.1f\n", sum);
    free(v.x);
    free(v.y);
    return sum != 14.0;
}
