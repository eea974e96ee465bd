// case: a routine directive in a function; functions without a directive, defined later, static, called by each other
// expect-omp: #pragma omp target teams map(hold,tofrom: a) shared(a)
// expect-omp: #pragma omp distribute parallel for shared(a)
#include <stdio.h>

static int first(int x);
int second(int x);

int main(void)
{
#pragma acc routine seq
    int third(int x);
#pragma acc routine(second) seq
    int a[50], t = 0;
    for (int i = 0; i < 50; i++)
        a[i] = i;
#pragma acc parallel loop gang worker copy(a)
    for (int i = 0; i < 50; i++)
        a[i] = first(a[i]) + second(a[i]) + third(1);
    for (int i = 0; i < 50; i++)
        t += a[i] * i;
    printf("%d\n", t);
    return 0;
}

static int first(int x) { return second(x) + 1; }
int second(int x) { return x > 10 ? second(x - 10) : x * 3; }
int third(int x) { return x + 5; }
