// case: if and if_present leave the host's addresses
// expect-omp: #pragma omp target teams is_device_ptr(to) shared(to) firstprivate(n)
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp target data use_device_ptr(to) if(acc_is_present(to, 1))
// expect-omp: #pragma omp target data map(hold,tofrom: a)
// expect-omp: #pragma omp target data use_device_ptr(p) use_device_addr(a) if(0)
// expect-omp: #pragma omp target data use_device_addr(a) if(acc_is_present(a, 1))
// expect-omp: #pragma omp target data use_device_ptr(p) if(acc_is_present(p, 1))
// expect-omp: #pragma omp target data use_device_addr(a) if((yes > 1) && acc_is_present(a, 1))
// expect-omp: #pragma omp target data use_device_ptr(p) if((yes > 1) && acc_is_present(p, 1))
#include <stdio.h>

static const void *mapped;

int acc_is_present(void *data, size_t bytes)
{
    return bytes == 1 && data == mapped;
}

static void bump(int n, int *to)
{
    #pragma acc parallel loop deviceptr(to)
    for (int i = 0; i < n; ++i)
        to[i] += 1;
}

static void bump_present(int n, int *to)
{
    #pragma acc host_data use_device(to) if_present
    bump(n, to);
}

int main(void)
{
    int a[20] = { 0 }, other[4] = { 0 }, *p = other, yes = 1;
    int *first = a, *second = p, wrong = 0;
    mapped = a;
    #pragma acc data copy(a)
    {
        #pragma acc host_data use_device(p, a) if(0)
        wrong += p != second || a != first;
        #pragma acc host_data use_device(a, p) if_present
        {
            int *inside = p;
            wrong += inside != second;
            bump(20, a);
        }
        #pragma acc host_data if_present use_device(a, p) if(yes > 1)
        wrong += p != second || a != first;
        bump_present(20, a);
        p[1] = 7;
    }
    printf("%d %d %d %d\n", a[0], a[19], p[1], wrong);
    return wrong;
}
