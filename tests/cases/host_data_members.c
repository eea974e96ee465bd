// case: pointer members have addresses on the device, in a copy of their struct
// expect-omp: #pragma omp target teams is_device_ptr(x) shared(x) firstprivate(n)
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp target teams is_device_ptr(x,y) shared(y,x) firstprivate(n)
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp target data map(hold,to: p->from[0:n]) map(hold,tofrom: p->to[0:n])
// expect-omp: #pragma omp target data use_device_ptr(__clacc_kept_1__,__clacc_kept_2__)
// expect-omp: #pragma omp target data use_device_ptr(__clacc_kept_1__)
// expect-omp: #pragma omp target enter data map(to: from[0:n])
// expect-omp: #pragma omp target data use_device_ptr(__clacc_kept_1__)
// expect-omp: #pragma omp target exit data map(from: from[0:n])
#include <stdio.h>
#include <stdlib.h>

struct parts {
    double *from, *to;
    int n;
};

typedef struct {
    struct parts parts;
} grid;

static struct parts whole;

static void scale(double *x, int n)
{
    #pragma acc parallel loop deviceptr(x)
    for (int i = 0; i < n; ++i)
        x[i] *= 2;
}

static void add(const double *x, double *y, int n)
{
    #pragma acc parallel loop deviceptr(x, y)
    for (int i = 0; i < n; ++i)
        y[i] += x[i];
}

static void both(struct parts *p)
{
    int n = p->n;
    #pragma acc data copyin(p->from[0:n]) copy(p->to[0:n])
    {
        #pragma acc host_data use_device(p->from, p->to[0:n])
        add(p->from, p->to, n);
        #pragma acc host_data use_device(p->to)
        {
            scale(p->to, n / 2);
            scale(p->to + 1, 1);
        }
    }
}

int main(void)
{
    int n = 8;
    grid g = { { malloc(n * sizeof(double)), malloc(n * sizeof(double)), n } };
    for (int i = 0; i < n; ++i) {
        g.parts.from[i] = i;
        g.parts.to[i] = 100 * i;
    }
    both(&g.parts);
    whole = g.parts;
    double *from = whole.from;
    #pragma acc enter data copyin(from[0:n])
    #pragma acc host_data use_device(whole.from)
    scale(whole.from, n);
    #pragma acc exit data copyout(from[0:n])
    for (int i = 0; i < n; ++i)
        printf("%g %g\n", from[i], g.parts.to[i]);
    return 0;
}
