// case: what a loop leaves in a scalar, or reads first, stays shared; so does what a clause or an address shares
// expect-portable: #pragma omp distribute parallel for num_threads(1) shared(t,a)
// expect-portable: #pragma omp parallel for num_threads(1) shared(a,k,u)
// expect-portable: #pragma omp distribute parallel for num_threads(4) shared(a,flag)
// expect-portable: #pragma omp distribute parallel for num_threads(1) shared(v,a)
// expect-portable: #pragma omp distribute parallel for num_threads(1) shared(own,a)
// expect-portable: #pragma omp distribute
#include <stdio.h>

enum { N = 1000 };
int a[N];

static void set(int *p, int value)
{
    *p = value;
}

int main(void)
{
    int t = 1, u, wrong = 0, flag = 0;
    volatile int v;

    // The last value is used behind the loop. One worker keeps the order.
    #pragma acc parallel num_gangs(1) num_workers(1) copyout(a)
    {
        #pragma acc loop worker
        for (int i = 0; i < N; i++) {
            t = i;
            a[i] = t;
        }
        a[0] = t;
    }
    wrong += a[0] != N - 1 || a[5] != 5;

    #pragma acc parallel loop gang num_gangs(4) num_workers(1) copyout(a)
    for (int k = 0; k < 10; k++) {
        u = 7;
        #pragma acc loop worker
        for (int i = 0; i < 100; i++) {
            a[100 * k + i] = u;
            u = i;
        }
    }
    wrong += a[0] != 7 || a[1] != 0 || a[999] != 98;

    // All iterations that assign it agree.
    #pragma acc parallel num_gangs(1) num_workers(4) copyin(a) copy(flag)
    {
        #pragma acc loop worker
        for (int i = 0; i < N; i++) {
            if (a[i] == 7)
                flag = 1;
        }
    }
    wrong += flag != 1;

    #pragma acc parallel num_gangs(1) num_workers(1) copyout(a)
    {
        #pragma acc loop worker
        for (int i = 0; i < N; i++) {
            v = i;
            a[i] = v;
        }
    }
    wrong += a[9] != 9;

    #pragma acc parallel num_gangs(1) num_workers(1) copyout(a)
    {
        int own;
        #pragma acc loop worker
        for (int i = 0; i < N; i++) {
            own = 0;
            set(&own, i);
            a[i] = own + 1;
        }
    }
    wrong += a[9] != 10;

    // One thread executes the iterations of a gang.
    #pragma acc parallel loop gang copyout(a)
    for (int i = 0; i < N; i++) {
        t = i;
        a[i] = 2 * t;
    }
    wrong += a[9] != 18;
    printf("%d\n", wrong);
    return wrong;
}
