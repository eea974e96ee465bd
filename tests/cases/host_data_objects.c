// case: scalars, structs, arrays of variable length and parameters have addresses on the device
// expect-omp: #pragma omp target teams is_device_ptr(what) shared(what) firstprivate(to)
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp target data map(hold,tofrom: x,pair,row,in[0:n])
// expect-omp: #pragma omp target data use_device_addr(x,pair) use_device_addr(row) use_device_ptr(in)
#include <stdio.h>

struct pair {
    int first, second;
};

#define DEVICE(name, start, stop) \
    static void name(int *what, int to) { \
        _Pragma("acc parallel loop deviceptr(what)") \
        for (int i = start; i < stop; ++i) what[i] += to + i; \
    }
DEVICE(one, 0, 1)
DEVICE(two, 0, 2)
DEVICE(ten, 0, 10)

static void work(int n, int in[n])
{
    int x = 4, row[n];
    struct pair pair = { 1, 2 };
    for (int i = 0; i < n; ++i)
        row[i] = in[i] = i;
    #pragma acc data copy(x, pair, row, in[0:n])
    #pragma acc host_data use_device(x, pair) use_device(row, in)
    {
        one(&x, 10);
        two(&pair.first, 20);
        ten(row, 30);
        ten(in, 40);
    }
    printf("%d %d %d", x, pair.first, pair.second);
    for (int i = 0; i < n; ++i)
        printf(" %d %d", row[i], in[i]);
    printf("\n");
}

int main(void)
{
    int in[12];
    work(12, in);
    return 0;
}
