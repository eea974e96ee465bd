// case: a declare directive in a function has a data region, the rest of its block
// expect-omp: #pragma omp target data map(hold,to: a[0:n],b[0:n]) map(hold,from: c[0:n])
// expect-omp: #pragma omp target teams shared(c,a,b) firstprivate(n,f) defaultmap(tofrom: scalar)
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp target data map(present,hold,alloc: a[0:n]) map(hold,alloc: work)
// expect-omp: #pragma omp target teams shared(work,a) firstprivate(n) defaultmap(tofrom: scalar)
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp target data map(hold,tofrom: part)
// expect-omp: #pragma omp target teams shared(part,work)
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp target update from(present: part)
// expect-omp: #pragma omp target teams map(hold,tofrom: s) shared(work) firstprivate(n) reduction(+: s)
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp target teams num_teams(1) is_device_ptr(p) shared(p)
// expect-omp: #pragma omp target data map(hold,to: c)
#include <stdio.h>

static void add(int n, double *a, double *b, double *c)
{
    #pragma acc declare copyin(a[0:n], b[0:n]) copyout(c[0:n])
    double f = 2; /* kept */
    #pragma acc parallel loop
    for (int i = 0; i < n; i++)
        c[i] = a[i] + f * b[i];
} // end

static double total(int n, const double *a)
{
    double s = 0;
    double work[50];
    #pragma acc declare present(a[0:n]) device_resident(work)
    #pragma acc parallel loop
    for (int i = 0; i < n; i++)
        work[i] = a[i] * a[i];
    if (n > 3) {
        double part[4] = {1, 2, 3, 4};
        #pragma acc declare copy(part)
        #pragma acc parallel loop
        for (int i = 0; i < 4; i++)
            part[i] += work[i];
        #pragma acc update self(part)
        s += part[3];
    }
    #pragma acc parallel loop reduction(+:s)
    for (int i = 0; i < n; i++)
        s += work[i];

    return s;
}

void unused(double *p)
{
    #pragma acc declare deviceptr(p)
    #pragma acc parallel num_gangs(1)
    p[0] = 0;
}

int main(void)
{
    double a[50], b[50], c[50], t = 0;
    for (int i = 0; i < 50; i++) {
        a[i] = i;
        b[i] = 2 * i;
        c[i] = -1;
    }
    add(50, a, b, c);
    #pragma acc data copyin(c)
    t = total(50, c);
    printf("%g %g %g\n", c[49], t, a[3]);
    return 0;
}
