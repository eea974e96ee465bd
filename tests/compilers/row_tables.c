// Rows behind a table of pointers, which is released after them.
#include <omp.h>
#include <stdlib.h>
enum { N = 4, M = 8 };
int main(void)
{
    double **a = malloc(N * sizeof *a);
    for (int i = 0; i < N; ++i)
        a[i] = calloc(M, sizeof **a);
#pragma omp target enter data map(to: a[0:N])
    for (int i = 0; i < N; ++i) {
#pragma omp target enter data map(to: a[i][0:M])
    }
    for (int i = 0; i < N; ++i) {
#pragma omp target exit data map(release: a[i][0:M])
    }
#pragma omp target exit data map(release: a[0:N])
    for (int i = 0; i < N; ++i)
        a[i] = calloc(M, sizeof **a);
#pragma omp target enter data map(to: a[0:N])
    for (int i = 0; i < N; ++i) {
#pragma omp target enter data map(to: a[i][0:M])
    }
#pragma omp target map(alloc: a[0:N])
    a[1][1] = 5;
#pragma omp target update from(a[1][0:M])
    return a[1][1] != 5;
}
