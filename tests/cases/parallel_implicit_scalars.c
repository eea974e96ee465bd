// case: scalars become firstprivate: arithmetic, enumeration, pointer; in the order they are met
// expect-omp: #pragma omp target teams num_teams(2) map(hold,from: out) shared(out) firstprivate(d,e,c,k)
// expect-omp: #pragma omp distribute
#include <stdio.h>

enum colour { RED = 1, GREEN = 2 };

double out[4];

int main(void)
{
    double d = 0.5;
    enum colour e = GREEN;
    char c = 3;
    unsigned long k = 4;
    #pragma acc parallel num_gangs(2) copyout(out)
    {
        d = d * e;
        #pragma acc loop gang
        for (int i = 0; i < 4; ++i)
            out[i] = d + c + (double)k * i;
    }
    d = 0.25;
    printf("%.2f %.2f\n", out[3], d);
    return out[3] != 16.0 || d != 0.25;
}
