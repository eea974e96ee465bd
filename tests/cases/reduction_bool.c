// case: a _Bool stays 0 or 1; all dialects but the design's spell its operators logically
// expect-omp: #pragma omp target teams num_teams(4) map(hold,tofrom: any,n) reduction(+: any) reduction(+: n)
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp target teams num_teams(4) map(hold,tofrom: all,odd) reduction(&: all) reduction(^: odd)
// expect-omp: #pragma omp distribute parallel for reduction(&: all) reduction(^: odd)
// expect-portable: #pragma omp target teams num_teams(4) map(tofrom: any,n) reduction(||: any) reduction(+: n)
// expect-portable: #pragma omp target teams num_teams(4) map(tofrom: all,odd) reduction(&&: all) reduction(^: odd)
#include <stdio.h>

int main(void)
{
    _Bool any = 0, all = 1, odd = 0;
    int n = 0;
    #pragma acc parallel loop num_gangs(4) reduction(+:any, n)
    for (int i = 0; i < 100; ++i) {
        any += 1;
        n += 1;
    }
    #pragma acc parallel loop gang worker num_gangs(4) reduction(&:all) reduction(^:odd)
    for (int i = 0; i < 101; ++i) {
        all &= i >= 0;
        odd ^= 1;
    }
    printf("%d %d %d %d\n", *(unsigned char *)&any, n, all, odd);
    return *(unsigned char *)&any != 1 || n != 100 || !all || !odd;
}
