// case: memory that a clause with zero allocates is set to zero; what is present keeps its values
// expect-portable: const int __clacc_absent_p__ = !acc_is_present((void *)&p[0], sizeof(p[0]) * n);
// expect-portable: #pragma omp target data map(alloc: p[0:n]) map(from: y)
// expect-portable: if (__clacc_absent_p__) {
// expect-portable: #pragma omp target teams distribute parallel for map(alloc: p[0:n])
// expect-portable: const int __clacc_absent_y__ = !acc_is_present((void *)&y, sizeof(y));
// expect-portable: #pragma omp target data map(from: y)
// expect-portable: #pragma omp target enter data map(alloc: y[2:4])
#include <stdio.h>

int omp_target_is_present(const void *, int) __attribute__((weak));
int omp_get_default_device(void) __attribute__((weak));

int acc_is_present(void *data, unsigned long bytes)
{
    (void)bytes;
    return !omp_target_is_present || omp_target_is_present(data, omp_get_default_device());
}

/* Whether the device has memory of its own. On the host, nothing is allocated. */
int is_apart(void)
{
    int apart = 0;
    #pragma acc parallel copyin(apart)
    apart = 1;
    return !apart;
}

int main(void)
{
    int n = 8, x[8], y[8], wrong = 0, *p = x;
    for (int i = 0; i < n; ++i) {
        x[i] = 5;
        y[i] = 3;
    }
    int old = is_apart() ? 0 : 5, kept = is_apart() ? 5 : 6;
    #pragma acc data create(zero: p[0:n]) copyout(y)
    {
        #pragma acc parallel loop
        for (int i = 0; i < n; ++i)
            p[i] += 1;
        #pragma acc parallel loop copyout(zero: p[0:n])
        for (int i = 0; i < n; ++i)
            y[i] = p[i];
    }
    for (int i = 0; i < n; ++i)
        wrong += y[i] != old + 1 || x[i] != kept;
    int before = is_apart() ? 0 : y[0];
    #pragma acc parallel loop copyout(zero: y)
    for (int i = 0; i < n; ++i)
        y[i] += i;
    for (int i = 0; i < n; ++i)
        wrong += y[i] != before + i;
    int third = is_apart() ? 0 : y[3];
    #pragma acc enter data create(zero: y[2:4])
    #pragma acc enter data create(zero: y[2:4])
    #pragma acc parallel loop present(y[2:4])
    for (int i = 2; i < 6; ++i)
        y[i] += 7;
    #pragma acc exit data delete(y[2:4])
    #pragma acc exit data copyout(y[2:4])
    wrong += y[3] != third + 7;
    printf("%d\n", wrong);
    return wrong;
}
