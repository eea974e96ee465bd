// case: an atomic directly in a compute construct, and in loops that each gang executes
// expect-omp: #pragma omp target teams num_teams(2) map(hold,tofrom: x,y,flags,z) shared(x,flags,y,z)
// expect-omp: #pragma omp atomic write
// expect-omp: #pragma omp atomic update
// expect-omp: #pragma omp atomic read
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp atomic update
// expect-omp: #pragma omp target teams num_teams(1) map(hold,tofrom: x) shared(x)
// expect-omp: #pragma omp atomic update
// expect-omp: #pragma omp target teams num_teams(1) map(hold,tofrom: x) shared(x)
// expect-omp: #pragma omp distribute simd
// expect-omp: #pragma omp atomic update
// expect-portable: #pragma omp parallel num_threads(1)
#include <stdio.h>

int main(void)
{
    int x = 3, flags = 0, y[2] = { 0 }, z = 0;
    #pragma acc parallel num_gangs(2) copy(x, y, flags, z)
    {
        int own = 1;
        #pragma acc atomic write
        x = 7 * own;
        #pragma acc loop seq
        for (int i = 0; i < 9; ++i) {
            if (i % 2)
                #pragma acc atomic
                flags |= own << i;
        }
        #pragma acc atomic read
        own = x;
        #pragma acc loop gang
        for (int i = 0; i < 64; ++i)
            #pragma acc atomic
            y[i % 2] += own;
        z = own;
    }
    #pragma acc parallel num_gangs(1) copy(x)
    #pragma acc loop seq
    for (int i = 0; i < 9; ++i) {
        #pragma acc atomic
        x += i;
    }
    #pragma acc parallel loop vector num_gangs(1) copy(x)
    for (int i = 0; i < 64; ++i) {
        #pragma acc atomic
        x += i;
    }
    printf("%d %d %d %d %d\n", x, flags, y[0], y[1], z);
    return 0;
}
