// case: conditions with side effects are evaluated once, whatever their type is
// expect-portable: const int __clacc_kept_1__ = (half()) != 0;
// expect-portable: #pragma omp target enter data map(to: a) if(__clacc_kept_1__)
// expect-portable: const int __clacc_kept_1__ = (somewhere()) != 0;
// expect-portable: #pragma omp target update to(a) if(__clacc_kept_1__)
// expect-portable: const int __clacc_kept_1__ = (large()) != 0;
// expect-portable: #pragma omp target teams if(target: __clacc_kept_1__) map(tofrom: a) shared(a)
// expect-omp: #pragma omp target enter data map(to: a) if(half())
// expect-omp: #pragma omp target update to(present: a) if(somewhere())
// expect-omp: #pragma omp target teams if(target: large()) map(hold,tofrom: a) shared(a)
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp target exit data map(from: a)
#include <stdio.h>

static int count;
static int a[4];

static double half(void)
{
    count++;
    return 0.5;
}

static void *somewhere(void)
{
    count++;
    return a;
}

static long large(void)
{
    count++;
    return 1L << 40;
}

int main(void)
{
    #pragma acc enter data copyin(a) if(half())
    for (int i = 0; i < 4; i++)
        a[i] = i;
    #pragma acc update device(a) if(somewhere())
    #pragma acc parallel loop if(large())
    for (int i = 0; i < 4; i++)
        a[i] += 1;
    #pragma acc exit data copyout(a)
    printf("%d\n", a[3]);
    /* A serial program does not evaluate clauses. */
#ifdef _OPENMP
    printf("%s", count == 3 ? "" : "not evaluated once\n");
#endif
    return 0;
}
