// case: scalars that are _Thread_local or _Atomic are copied around the construct where no clause takes them
// gcc-acc: skip (gcc refuses such variables)
// expect-omp: #pragma omp target teams num_teams(2) map(hold,tofrom: a) shared(a) firstprivate(shift) firstprivate(__clacc_firstprivate_limit__)
// expect-omp: #pragma omp distribute parallel for num_threads(2) shared(a,limit,shift)
// expect-omp: #pragma omp target teams num_teams(2) firstprivate(shift,__clacc_firstprivate_limit__) map(hold,tofrom: a) shared(a)
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp target data map(hold,tofrom: a)
// expect-omp: #pragma omp target teams num_teams(2) firstprivate(__clacc_firstprivate_where__)
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp target teams num_teams(1) map(hold,tofrom: a) shared(a)
// expect-portable: int __clacc_firstprivate_limit__ = limit;
// expect-portable: int limit = __clacc_firstprivate_limit__;
// expect-portable: int __clacc_firstprivate_shift__ = shift;
// expect-portable: _Atomic int shift = __clacc_firstprivate_shift__;
// expect-portable: #pragma omp target teams num_teams(2)
#include <stdio.h>

typedef _Atomic int atomic_int;

static _Thread_local int limit = 3;
atomic_int shift = 4;
int a[8];

int main(void)
{
    static _Thread_local int *where, within;
    int sum = 0;
    where = a;
    #pragma acc parallel loop gang worker num_gangs(2) num_workers(2) copy(a)
    for (int i = 0; i < 8; ++i)
        a[i] += i + limit + shift;
    #pragma acc parallel num_gangs(2) firstprivate(shift, limit) copy(a)
    {
        int both = limit + shift;
        #pragma acc loop gang
        for (int i = 0; i < 8; ++i)
            a[i] += both;
    }
    #pragma acc data copy(a)
    {
        #pragma acc parallel loop num_gangs(2)
        for (int i = 0; i < 8; ++i)
            where[i] *= 2;
    }
    #pragma acc parallel num_gangs(1) private(within) copy(a)
    {
        within = 5;
        a[0] += within;
    }
    for (int i = 0; i < 8; ++i)
        sum += a[i];
    printf("%d %d %d\n", sum, limit, (int)shift);
    return sum != 285 || limit != 3 || shift != 4;
}
