// case: the name that the language gives each function needs no data clause, which could not name it
// expect-omp: #pragma omp target teams map(hold,tofrom: a) firstprivate(n) shared(a)
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp target teams num_teams(1) thread_limit(1) map(hold,from: first) shared(first)
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int n = 10, a[10] = {0};
    char first = 0;
    #pragma acc parallel loop gang default(none) copy(a) firstprivate(n)
    for (int i = 0; i < n; i++) {
        assert(n == 10);
        a[i] += i;
    }
    #pragma acc serial copyout(first)
    first = __func__[0];
    printf("%d %c\n", a[9], first);
    return a[9] != 9 || first != 'm';
}
