// case: num_gangs takes any expression; it becomes num_teams with the expression as the tree prints it
// expect-omp: #pragma omp target teams num_teams(gangs + 1) map(hold,from: out) shared(out)
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp target teams num_teams(gangs > 2 ? gangs : 2) map(hold,tofrom: out) shared(out)
// expect-omp: #pragma omp distribute
#include <stdio.h>

int gangs = 3, out[8];

int main(void)
{
    int sum = 0;
    #pragma acc parallel loop num_gangs(gangs+1) copyout(out)
    for (int i = 0; i < 8; ++i)
        out[i] = i;
    #pragma acc parallel loop num_gangs(gangs>2?gangs:2) copy(out)
    for (int i = 0; i < 8; ++i)
        out[i] *= 2;
    for (int i = 0; i < 8; ++i)
        sum += out[i];
    printf("%d\n", sum);
    return sum != 56;
}
