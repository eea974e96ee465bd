// case: a declare in a function whose region control leaves in several places
// expect-omp: #pragma omp target exit data map(from: start[0:size])
// expect-omp: #pragma omp target exit data map(release: start[0:size])
// expect-omp: #pragma omp target enter data map(to: a[0:n])
// expect-omp: #pragma omp target enter data map(alloc: work)
// expect-omp: #pragma omp target teams shared(a) firstprivate(n,k) defaultmap(tofrom: scalar)
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp target teams shared(work) firstprivate(k)
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp target teams map(hold,tofrom: sum) shared(a,work) firstprivate(n) reduction(+: sum) defaultmap(tofrom: scalar)
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp target enter data map(to: part) map(to: p[1:n]) map(alloc: s[t:1])
// expect-omp: #pragma omp target teams num_teams(1) shared(s,part,p) firstprivate(t,n) defaultmap(tofrom: scalar)
// expect-omp: #pragma omp target enter data map(to: work) map(present,alloc: a[0:n])
// expect-omp: #pragma omp target teams shared(a,work) firstprivate(n) defaultmap(tofrom: scalar)
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp target enter data map(to: p[0:n])
// expect-omp: #pragma omp target teams map(hold,tofrom: sum) shared(p) firstprivate(n) reduction(+: sum) defaultmap(tofrom: scalar)
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp target teams is_device_ptr(p) shared(p) firstprivate(n)
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp target data map(hold,tofrom: a)
#include <stdio.h>

/* The routine of the runtime library. */
void acc2omp_leave_data(void *data)
{
    char *start = ((char **)data)[0];
    unsigned long size = ((unsigned long *)data)[1], how = ((unsigned long *)data)[2];
    if (how & 1) {
        #pragma acc exit data copyout(start[0:size])
    } else {
        #pragma acc exit data delete(start[0:size])
    }
}

static int early(int n, double *a, int k)
{
    #pragma acc declare copy(a[0:n])
    int sum = 0;
    double work[8];
    #pragma acc declare create(work)
    #pragma acc parallel loop
    for (int i = 0; i < n; i++)
        a[i] += k;
    #pragma acc parallel loop
    for (int i = 0; i < 8; i++)
        work[i] = i + k;
    for (int j = 0; j < 3; j++) {
        if (k == j)
            return j * 10;
        if (k == 3 + j)
            goto out;
        switch (k) {
        case 9: return -9;
        default: break;
        }
    }
    #pragma acc parallel loop reduction(+:sum)
    for (int i = 0; i < n; i++) {
        a[i] += 100 + work[i % 8];
        sum += 1;
    }
    return sum;
out:
    sum = -1;
    return sum;
}

static void in_loop(int n, int *p, int *s)
{
    for (int t = 0; t < 5; t++) {
        int part[4] = {t, t, t, t};
        #pragma acc declare copy(part) copyin(p[1:n]) copyout(s[t:1])
        #pragma acc parallel num_gangs(1)
        {
            s[t] = 0;
            for (int i = 1; i <= n; i++) {
                part[i % 4] += p[i];
                s[t] += part[i % 4];
            }
        }
        if (t == 1)
            continue;
        if (t == 3)
            break;
        p[0] += t;
    }
}

static int again(int n, double *a)
{
    int tries = 0;
retry:;
    double work[4] = {0, 0, 0, tries};
    #pragma acc declare copyin(work) present(a[0:n])
    #pragma acc parallel loop
    for (int i = 0; i < n; i++)
        a[i] += work[3];
    if (++tries < 4)
        goto retry;
    return tries;
}

static int next(int x) { return x + 1; }

static int called(int n, int *p)
{
    #pragma acc declare copyin(p[0:n])
    int sum = 0;
    #pragma acc parallel loop reduction(+:sum)
    for (int i = 0; i < n; i++)
        sum += p[i];
    return next(sum);
}

static void pointer(double *p, int n)
{
    #pragma acc declare deviceptr(p)
    if (n < 0)
        return;
    #pragma acc parallel loop
    for (int i = 0; i < n; i++)
        p[i] = i;
}

int main(void)
{
    double a[10];
    for (int k = 0; k < 10; k++) {
        for (int i = 0; i < 10; i++)
            a[i] = i;
        int r = early(10, a, k);
        printf("%d %d %g %g\n", k, r, a[3], a[9]);
    }
    int p[6] = {1, 2, 3, 4, 5, 6}, s[5] = {-1, -1, -1, -1, -1};
    in_loop(4, p, s);
    for (int i = 0; i < 5; i++)
        printf("%d ", s[i]);
    int tries;
    #pragma acc data copy(a)
    tries = again(10, a);
    printf("%d %d %g %g %d\n", p[0], tries, a[0], a[9], called(6, p));
    pointer(a, -1);
    return 0;
}
