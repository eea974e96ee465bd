// case: a pointer in a struct of a struct, and one without a type, have addresses on the device
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    struct {
        double *x;
        int n;
    } parts;
    void *raw;
} grid;

static void scale(double *x, int n)
{
    #pragma acc parallel loop deviceptr(x)
    for (int i = 0; i < n; ++i)
        x[i] *= 2;
}

int main(void)
{
    int n = 8;
    double *x = malloc(n * sizeof(double));
    grid g = { { x, n }, x };
    for (int i = 0; i < n; ++i)
        x[i] = i + 1;
    #pragma acc data copy(x[0:n])
    {
        #pragma acc host_data use_device(g.raw)
        scale(g.raw, 2);
        #pragma acc host_data use_device(g.parts.x)
        scale(g.parts.x + 4, 1);
    }
    for (int i = 0; i < n; ++i)
        printf("%g\n", x[i]);
    return 0;
}
