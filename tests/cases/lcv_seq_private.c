// case: an explicit private on a seq loop makes a local
// expect-text: int i;
// expect-omp: #pragma omp target teams num_teams(1) map(hold,tofrom: a) shared(a)
#include <stdio.h>

int a[4] = {1, 1, 1, 1};

int main(void)
{
    int i;
    #pragma acc parallel num_gangs(1) copy(a)
    {
        #pragma acc loop seq private(i)
        for (i = 1; i < 4; i++)
            a[i] += a[i - 1];
    }
    for (i = 0; i < 4; i++)
        a[0] += a[i];
    printf("%d\n", a[0]);
    return a[0] != 11;
}
