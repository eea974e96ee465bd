// case: the clauses of serial are those of parallel
// expect-omp: #pragma omp target teams num_teams(1) thread_limit(1) private(t) firstprivate(k) reduction(+: sum) map(hold,tofrom: a) map(hold,tofrom: sum) shared(a)
// expect-omp: #pragma omp target teams num_teams(1) thread_limit(1) if(target: (n > 1) && !(n > 8)) map(hold,tofrom: a) shared(a)
#include <stdio.h>

int main(void)
{
    int a[5] = {3, 1, 4, 1, 5}, sum = 1, t = 7, k = 2, n = 5, kept;
    #pragma acc serial private(t) firstprivate(k) reduction(+:sum) copy(a)
    {
        t = a[0];
        a[1] = t + k;
        sum += a[1];
    }
    kept = k;
    #pragma acc serial if(n > 1) self(n > 8) copy(a)
    a[2] *= 2;
    printf("%d %d %d %d\n", a[1], a[2], sum, kept);
    return a[1] != 5 || a[2] != 8 || sum != 6 || kept != 2;
}
