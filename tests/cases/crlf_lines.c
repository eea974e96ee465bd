// case: a file with CRLF line ends keeps them, in new lines too
// expect-text: int i;
// expect-omp: #pragma omp target teams num_teams(2) map(hold,from: a) map(hold,tofrom: s) shared(a) reduction(+: s)
// expect-omp: #pragma omp distribute simd reduction(+: s)
#include <stdio.h>

int a[6];

int main(void)
{
    int i, s = 0;
    #pragma acc parallel loop gang vector \
        num_gangs(2) copyout(a) \
        copy(s) reduction(+:s)
    for (i = 0; i < 6; i++) {
        a[i] = i;
        s += i;
    }
    for (i = 0; i < 6; i++)
        s += a[i];
    printf("%d\n", s);
    return s != 30;
}
