// case: private on a sequential loop becomes uninitialised locals, one to a line
// expect-text: int t;
// expect-text: double u;
// expect-text: int v[3];
// expect-omp: #pragma omp target teams num_teams(1) map(hold,tofrom: a) shared(a)
#include <stdio.h>

int a[6];

int main(void)
{
    int t = 5, v[3] = {0};
    double u = 1.0;
    #pragma acc parallel num_gangs(1) copy(a)
    {
        #pragma acc loop seq private(t, u) private(v)
        for (int i = 0; i < 6; ++i) {
            t = i;
            u = t * 0.5;
            v[i % 3] = (int)(u * 4.0);
            a[i] = v[i % 3];
        }
    }
    t = 0;
    u = 0.0;
    v[0] = 0;
    printf("%d %d %.1f %d\n", a[5], t, u, v[0]);
    return a[5] != 10;
}
