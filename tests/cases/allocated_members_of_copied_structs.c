// case: memory behind members is allocated beside a struct that is copied, and beside one that is present
// expect-portable: #pragma omp target data map(to: p[0:1]) map(alloc: p->a) map(alloc: p->a[0:4]) map(alloc: p->b) map(alloc: p->b[0:4]) map(to: p->a[0:0])
// expect-portable: #pragma omp target data map(alloc: p[0:1]) map(alloc: p->a) map(alloc: p->a[0:4]) map(alloc: p->b) map(alloc: p->b[0:4])
#include <stdio.h>
#include <stdlib.h>

struct pair { double *a, *b; int n; };

static double on_device(struct pair *p)
{
    double sum = 0;
    #pragma acc data present(p[0:1], p->a[0:4], p->b[0:4])
    {
        #pragma acc parallel loop present(p[0:1], p->a[0:4], p->b[0:4]) reduction(+:sum) copy(sum)
        for (int i = 0; i < p->n; i++)
            sum += p->a[i] * p->b[i];
    }
    return sum;
}

int main(void)
{
    struct pair s = {calloc(4, sizeof(double)), calloc(4, sizeof(double)), 4}, *p = &s;
    double sum = 0;
    #pragma acc data copyin(p[0:1]) create(p->a[0:4], p->b[0:4])
    {
        #pragma acc parallel loop present(p[0:1], p->a[0:4], p->b[0:4])
        for (int i = 0; i < p->n; i++) {
            p->a[i] = i + 1;
            p->b[i] = 2 * i;
        }
        sum = on_device(p);
    }
    printf("%g\n", sum);
    return 0;
}
