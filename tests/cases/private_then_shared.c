// case: a variable private in one loop and used by the kernel outside that loop
// expect-omp: #pragma omp target teams num_teams(2) map(hold,from: a) shared(a) firstprivate(t)
// expect-omp: #pragma omp distribute private(t)
// expect-omp: #pragma omp distribute
#include <stdio.h>

int a[6];

int main(void)
{
    int t = 100, sum = 0;
    #pragma acc parallel num_gangs(2) copyout(a)
    {
        #pragma acc loop gang private(t)
        for (int i = 0; i < 3; ++i) {
            t = i;
            a[i] = t;
        }
        t = 7;
        #pragma acc loop gang
        for (int i = 3; i < 6; ++i)
            a[i] = t * i;
    }
    for (int i = 0; i < 6; ++i)
        sum += a[i];
    printf("%d\n", sum);
    return sum != 87;
}
