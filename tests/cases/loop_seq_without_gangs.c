// case: where nothing asks for gangs, one gang executes a sequential loop that changes shared data
// expect-portable: #pragma omp target teams num_teams(1) map(tofrom: s) map(to: a) shared(s,a)
// expect-portable: #pragma omp target teams num_teams(1) map(tofrom: a) shared(a)
// expect-portable: #pragma omp target teams num_teams(1) map(tofrom: n) map(to: a) shared(n,a)
// expect-portable: #pragma omp target teams num_teams(1) map(tofrom: t) reduction(+: t)
// expect-portable: #pragma omp target teams map(tofrom: b) shared(b)
// expect-portable: #pragma omp target teams map(tofrom: a) shared(a)
#include <stdio.h>

int a[4000], b[8];

int main(void)
{
    long s = 0, n = 0, t = 0;
    for (int i = 0; i < 4000; ++i)
        a[i] = 1;
    #pragma acc parallel loop seq copy(s) copyin(a)
    for (int i = 0; i < 4000; ++i)
        s += a[i];
    #pragma acc parallel copy(n) copyin(a)
    {
        #pragma acc loop seq
        for (int i = 0; i < 4000; ++i)
            n += a[i];
    }
    #pragma acc parallel loop seq reduction(+:t)
    for (int i = 0; i < 4000; ++i)
        t += i % 2;
    #pragma acc parallel loop seq copy(a)
    for (int i = 1; i < 4000; ++i)
        a[i] += a[i - 1];
    // What each gang has for itself may be changed by each of them.
    #pragma acc parallel copy(b)
    {
        int own = 0;
        #pragma acc loop seq
        for (int i = 0; i < 8; ++i)
            own += i;
        b[0] = own;
    }
    // The gangs share one of the loops, so that they are not one.
    #pragma acc parallel copy(a)
    {
        #pragma acc loop gang
        for (int i = 0; i < 40; ++i) {
            #pragma acc loop seq
            for (int k = 1; k < 100; ++k)
                a[i * 100 + k] -= a[i * 100];
        }
    }
    long r = 0;
    for (int i = 0; i < 4000; ++i)
        r += a[i];
    printf("%ld %ld %ld %d %ld\n", s, n, t, b[0], r);
    return s != 4000 || n != 4000;
}
