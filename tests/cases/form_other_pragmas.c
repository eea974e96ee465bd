// case: pragmas of others are left alone
// link: -Wno-error=unknown-pragmas
// expect-omp: #pragma omp target teams num_teams(1) map(hold,tofrom: a) shared(a)
// expect-text: #pragma GCC diagnostic ignored "-Wunused-variable"
// expect-text: #pragma vendor specific thing
// expect-text: _Pragma("STDC FP_CONTRACT OFF")
#include <stdio.h>

#pragma GCC diagnostic ignored "-Wunused-variable"

int a[1];

int main(void)
{
    _Pragma("STDC FP_CONTRACT OFF")
    int unused;
    #pragma vendor specific thing
    #pragma acc parallel num_gangs(1) copy(a)
    {
        a[0] = 8;
    }
    printf("%d\n", a[0]);
    return a[0] != 8;
}
