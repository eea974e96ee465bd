// case: private on a gang loop
// expect-omp: #pragma omp target teams num_teams(2) map(hold,from: a) shared(a)
// expect-omp: #pragma omp distribute private(t,u)
#include <stdio.h>

int a[6];

int main(void)
{
    int t = -1, u = -1, sum = 0;
    #pragma acc parallel num_gangs(2) copyout(a)
    {
        #pragma acc loop gang private(t, u)
        for (int i = 0; i < 6; ++i) {
            t = i;
            u = t + 1;
            a[i] = t * u;
        }
    }
    t = u = 0;
    for (int i = 0; i < 6; ++i)
        sum += a[i] + t + u;
    printf("%d\n", sum);
    return sum != 70;
}
