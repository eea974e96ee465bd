// case: bind redirects the calls on devices other than the host, and no others
// expect-omp: #pragma omp declare variant(on_device) match(device={kind(nohost)})
// expect-omp: #pragma omp declare target
// expect-omp: #pragma omp end declare target
// expect-omp: #pragma omp declare variant(later_on_device) match(device={kind(nohost)})
// expect-omp: #pragma omp declare target
// expect-omp: #pragma omp end declare target
// expect-omp: #pragma omp declare variant(plain_on_device) match(device={kind(nohost)})
// expect-omp: #pragma omp declare target
// expect-omp: #pragma omp end declare target
// expect-omp: #pragma omp declare variant(twice) match(device={kind(nohost)})
// expect-omp: #pragma omp declare target
// expect-omp: #pragma omp end declare target
// expect-omp: #pragma omp declare target
// expect-omp: #pragma omp end declare target
// expect-omp: #pragma omp target teams num_teams(1) map(hold,to: a,own) map(hold,from: sum,seen) shared(own,sum,a,seen)
#include <stdio.h>

double on_device(const double *a, int n);
#pragma acc routine seq bind(on_device)
double on_host(const double *a, int n);
int later(int x);
#pragma acc routine(later) seq bind("later_on_device")
int plain_on_device(int x);
#pragma acc routine seq bind(plain_on_device)
int plain(int x)
{
    return x + 100;
}
int plain_on_device(int x) { return -x; }
static inline int twice(int x) { return x * 2; }
#pragma acc routine seq bind(twice)
static inline int thrice(int x) { return x * 3; }
#pragma acc routine seq nohost
static int all(int x) { return plain(x) + later(x) + thrice(x); }

int later_on_device(int x) { return x - 1000; }
int later(int x) { return x + 1000; }

double on_host(const double *a, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}

#pragma acc routine seq
double on_device(const double *a, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s -= a[i];
    return s;
}

int main(void)
{
    double a[10], sum;
    int own = 1, seen[4], good;
    for (int i = 0; i < 10; i++)
        a[i] = i;
#pragma acc parallel num_gangs(1) copyin(a, own) copyout(sum, seen)
    {
        own = 0;
        sum = on_host(a, 10);
        seen[0] = plain(3);
        seen[1] = later(3);
        seen[2] = thrice(3);
        seen[3] = all(3);
    }
    if (own) /* a device with memory of its own */
        good = sum == -45 && seen[0] == -3 && seen[1] == -997 && seen[2] == 6 && seen[3] == -994;
    else
        good = sum == 45 && seen[0] == 103 && seen[1] == 1003 && seen[2] == 9 && seen[3] == 1115;
    printf("%d %g %d %d %d %d\n", good, on_host(a, 10), plain(3), later(3), thrice(3), all(3));
    return 0;
}
