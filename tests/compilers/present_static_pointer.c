// A section behind a static pointer is present, and the pointer is not.
#include <stdlib.h>
static long *p;
static int on_device(long *q)
{
    int seen = 0;
#pragma omp target data map(from: q[0:6])
#pragma omp target teams num_teams(1) map(present, alloc: p[5:1]) map(tofrom: seen)
    seen = 1;
    return seen;
}
int main(void)
{
    p = malloc(6 * sizeof *p);
    return !on_device(p);
}
