// `firstprivate(p)` of a pointer to data that another construct has mapped: OpenMP leaves it the host's address.
#include <stdlib.h>

int main(void) {
    int *p = malloc(4 * sizeof *p), x = 1, seen = 0, is_shared = 0;
    p[1] = 1;
#pragma omp target enter data map(to : p[0:4], x)
    p[1] = x = 2;
#pragma omp target firstprivate(p) map(from : seen)
    seen = p[1];
#pragma omp target map(alloc : x) map(from : is_shared)
    is_shared = x == 2;
#pragma omp target exit data map(delete : p[0:4], x)
    return seen != (is_shared ? 2 : 1);
}
