// case: members behind two pointers, on compute constructs: nothing of the structs stays on the device
// expect-portable: #pragma omp target teams map(to: __clacc_struct_1__[0:1]) map(tofrom: __clacc_struct_1__->a[0:N]) map(to: box->x[0:1])
#include <stdio.h>
#include <stdlib.h>

char *acc2omp_async2dep(int queue)
{
    static char queues[8];
    return &queues[queue + 4];
}

enum { N = 16 };

struct vec {
    int n, w[3];
    double *a, *b;
};

struct box {
    int id;
    struct vec *x, *y;
};

static struct vec *filled(int n)
{
    struct vec *vec = malloc(sizeof *vec);
    vec->n = n;
    vec->a = malloc(N * sizeof(double));
    vec->b = malloc(N * sizeof(double));
    for (int i = 0; i < N; ++i)
        vec->a[i] = n + i, vec->b[i] = n * i;
    for (int i = 0; i < 3; ++i)
        vec->w[i] = i + n;
    return vec;
}

static double sum(const double *a)
{
    double sum = 0;
    for (int i = 0; i < N; ++i)
        sum += a[i] * (i + 1);
    return sum;
}

static void add(struct box *box)
{
    #pragma acc parallel loop copy(box->x->a[0:N])
    for (int i = 0; i < N; ++i)
        box->x->a[i] += 1;
    #pragma acc parallel loop copy(box->x->a[0:N]) copyin(box->y->a[0:N], box->x->b[0:N])
    for (int i = 0; i < N; ++i)
        box->x->a[i] += box->y->a[i] + box->x->b[i];
}

static void change(struct box *box)
{
    #pragma acc parallel loop copy(box->x->a[0:N], box->x->n, box->x->w)
    for (int i = 0; i < N; ++i) {
        box->x->a[i] *= 2;
        if (i == 3)
            box->x->n += 5, box->x->w[2] = 9;
    }
    #pragma acc parallel loop copy(box->x[0:1], box->x->a[0:N]) async(1)
    for (int i = 0; i < N; ++i) {
        box->x->a[i] += 2;
        if (i == 3)
            box->x->n += 5, box->x->w[1] = 9;
    }
    #pragma acc wait(1)
}

int main(void)
{
    struct box box = {1, filled(2), filled(3)};
    add(&box);
    change(&box);
    printf("%g %d %d %d\n", sum(box.x->a), box.x->n, box.x->w[1], box.x->w[2]);
    /* The struct comes behind the constructs that named its members, and goes as a whole. */
    struct vec *x = box.x;
    #pragma acc enter data copyin(x[0:1])
    #pragma acc parallel present(x[0:1])
    x->n = 40;
    add(&box);
    #pragma acc exit data copyout(x[0:1])
    printf("%g %d\n", sum(box.x->a), box.x->n);
    #pragma acc parallel loop copy(box.x->a[0:N]) copyin(box.y->b[0:N], box.y[0:1]) copyin(box)
    for (int i = 0; i < N; ++i)
        box.x->a[i] -= box.y->b[i] * box.y->n + box.id;
    printf("%g\n", sum(box.x->a));
    #pragma acc data copyin(box)
    {
        #pragma acc parallel loop copy(box.x->a[0:N])
        for (int i = 0; i < N; ++i)
            box.x->a[i] += box.id;
    }
    printf("%g\n", sum(box.x->a));
    return 0;
}
