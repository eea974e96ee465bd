// case: parameters that are declared as arrays stand for their elements, as far as their number is a constant
// expect-portable: #pragma omp target data map(tofrom: a[0:N + 2]) map(to: b[0:N + 2])
// expect-portable: #pragma omp target update from(a[0:N + 2])
// expect-portable: #pragma omp target exit data map(from: a[0:N + 2])
#include <stdio.h>
#define N 10

static void inside(double a[N + 2][5], const double b[const N + 2])
{
    #pragma acc data copy(a) copyin(b)
    {
        #pragma acc parallel loop present(a)
        for (int i = 0; i < N + 2; ++i)
            a[i][1] += b[i];
        #pragma acc update self(a)
        printf("%g %g\n", a[3][1], a[11][1]);
        a[3][1] = -1;
        #pragma acc update device(a)
        #pragma acc parallel loop
        for (int i = 0; i < N + 2; ++i)
            a[i][2] = 2 * a[i][1];
    }
}

static void across(double a[N + 2][5], double b[static N + 2])
{
    #pragma acc enter data copyin(a)
    #pragma acc parallel loop copyout(b) present(a)
    for (int i = 0; i < N + 2; ++i) {
        b[i] = a[i][2];
        a[i][2] += 1;
    }
    #pragma acc exit data copyout(a)
}

/* The parameter is changed, so a range says what is meant. */
static void moved(double b[12])
{
    ++b;
    #pragma acc parallel loop copy(b[0:11])
    for (int i = 0; i < 11; ++i)
        b[i] += i;
}

int main(void)
{
    double a[12][5] = {{0}}, b[12];
    for (int i = 0; i < 12; ++i)
        b[i] = i;
    inside(a, b);
    across(a, b);
    moved(b);
    for (int i = 0; i < 12; ++i)
        printf("%g %g %g\n", a[i][1], a[i][2], b[i]);
    return 0;
}
