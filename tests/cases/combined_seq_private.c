// case: a sequential combined directive with private variables: the block stands below the kernel's line
// expect-text: int t;
// expect-omp: #pragma omp target teams num_teams(1) map(hold,tofrom: a) shared(a)
#include <stdio.h>

int a[5] = {1};

int main(void)
{
    int t = 9;
    #pragma acc parallel loop seq private(t) num_gangs(1) copy(a)
    for (int i = 1; i < 5; ++i) {
        t = a[i - 1];
        a[i] = t + i;
    }
    t = a[4];
    printf("%d\n", t);
    return t != 11;
}
