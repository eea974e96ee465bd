// case: elements of a flexible array member, alone and with other members of the struct
// expect-portable: #pragma omp target teams map(tofrom: __clacc_struct_1__[0:n]) firstprivate(n)
// expect-portable: #pragma omp target teams map(to: b->n,b->scale) map(tofrom: b->d[0:n]) shared(b)
// expect-portable: #pragma omp target data map(tofrom: b->d[0:n])
#include <stdio.h>
#include <stdlib.h>

struct buffer { int n; double scale; float d[]; };

int main(void)
{
    int n = 1000, wrong = 0;
    struct buffer *b = malloc(sizeof *b + n * sizeof(float));
    b->n = n;
    b->scale = 2;
    for (int i = 0; i < n; ++i)
        b->d[i] = i;
    #pragma acc parallel loop copy(b->d[0:n])
    for (int i = 0; i < n; ++i)
        b->d[i] *= 3;
    #pragma acc parallel loop copyin(b[0:1]) copy(b->d[0:n])
    for (int i = 0; i < b->n; ++i)
        b->d[i] *= b->scale;
    #pragma acc data copy(b->d[0:n])
    {
        #pragma acc parallel loop
        for (int i = 0; i < n; ++i)
            b->d[i] += 1;
    }
    for (int i = 0; i < n; ++i)
        wrong += b->d[i] != 3.0f * i * 2 + 1;
    printf("%d %g %d\n", b->n, b->scale, wrong);
    free(b);
    return wrong;
}
