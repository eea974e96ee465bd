// case: pointers are attached by routines of the runtime library, behind the data and until it goes
// expect-portable: acc_attach((void **)&s.p);
// expect-portable: acc_detach((void **)&s.p);
// expect-portable: acc_detach_finalize((void **)&s.q);
// expect-portable: acc_attach((void **)&r->p);
// expect-portable: #pragma omp target data map(to: r[0:1])
#include <stdio.h>

void acc_attach(void **pointer)
{
    char *target = *pointer;
    #pragma omp target map(alloc: pointer[0:1], target[0:1])
    *pointer = target;
}

void acc_detach(void **pointer)
{
    unsigned long target = (unsigned long)*pointer;
    #pragma omp target map(alloc: pointer[0:1]) firstprivate(target)
    *pointer = (void *)target;
}

void acc_detach_finalize(void **pointer)
{
    acc_detach(pointer);
}

struct pair {
    int *p, *q;
};

int main(void)
{
    int first[3] = {1, 2, 3}, second[3] = {10, 20, 30}, *p = first, *q = second;
    struct pair s = {first, second}, t = {second, first}, *r = &t;
    #pragma acc enter data copyin(p[0:3], q[0:3])
    #pragma acc enter data copyin(s) attach(s.p, s.q)
    #pragma acc parallel loop present(s)
    for (int i = 0; i < 3; ++i)
        s.q[i] += s.p[i];
    #pragma acc exit data detach(s.p)
    #pragma acc exit data detach(s.q) copyout(s) finalize
    #pragma acc parallel loop copyin(r[0:1]) attach(r->p, r->q)
    for (int i = 0; i < 3; ++i)
        r->p[i] += r->q[i];
    #pragma acc data copyin(t)
    {
        #pragma acc data attach(t.p)
        {
            #pragma acc parallel loop
            for (int i = 0; i < 3; ++i)
                t.p[i] *= 2;
        }
    }
    #pragma acc exit data copyout(q[0:3]) delete(p[0:3])
    for (int i = 0; i < 3; ++i)
        printf("%d %d\n", first[i], second[i]);
    return s.p != first || s.q != second;
}
