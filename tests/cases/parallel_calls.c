// case: functions called from a kernel, and a static variable of the file
// expect-omp: #pragma omp target teams map(hold,tofrom: a) shared(a) firstprivate(offset)
// expect-omp: #pragma omp distribute
#include <stdio.h>

static int offset = 3;

static int twice(int x)
{
    return x + x;
}

static int shifted(int x, int by)
{
    return twice(x) + by;
}

int main(void)
{
    int a[6], sum = 0;
    for (int i = 0; i < 6; ++i)
        a[i] = i;
    #pragma acc parallel loop copy(a)
    for (int i = 0; i < 6; ++i)
        a[i] = shifted(a[i], offset);
    for (int i = 0; i < 6; ++i)
        sum += a[i];
    printf("%d\n", sum);
    return sum != 48;
}
