// case: pointers and arrays have the device's addresses, from which a kernel works
// expect-omp: #pragma omp target teams is_device_ptr(to) shared(to) firstprivate(n,by)
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp target data map(hold,tofrom: p[0:n],a,grid)
// expect-omp: #pragma omp target data use_device_ptr(p) use_device_addr(a,grid)
// expect-omp: #pragma omp target data map(hold,tofrom: q[0:n])
// expect-omp: #pragma omp target data use_device_ptr(q,null)
#include <stdio.h>
#include <stdlib.h>

static void add(int n, int *to, int by)
{
    #pragma acc parallel loop deviceptr(to)
    for (int i = 0; i < n; ++i)
        to[i] += by;
}

static int sum(int n, const int *values)
{
    int found = 0;
    for (int i = 0; i < n; ++i)
        found += values[i] * (i % 7 + 1);
    return found;
}

int main(void)
{
    int n = 100, *p = malloc(n * sizeof *p), *q = malloc(n * sizeof *q), *null = 0, *later, a[40], grid[5][8];
    for (int i = 0; i < n; ++i)
        p[i] = q[i] = i;
    for (int i = 0; i < 40; ++i)
        a[i] = grid[i / 8][i % 8] = -i;
    #pragma acc data copy(p[0:n], a, grid)
    {
        #pragma acc host_data use_device(p, a, grid)
        {
            add(n, p, 3);
            add(10, p + 50, 1000);
            add(40, a, 5);
            add(8, grid[2], 7);
        }
        #pragma acc data copy(q[0:n])
        #pragma acc host_data use_device(q, null)
        {
            later = q;
            later = null ? null : later;
        }
    }
    printf("%d %d %d %d\n", sum(n, p), sum(40, a), sum(40, grid[0]), sum(n, q));
    return later == 0;
}
