// case: two kernels on neighbouring lines and a loop whose body is one statement on the same line
// expect-omp: #pragma omp target teams num_teams(1) map(hold,tofrom: a) shared(a)
// expect-omp: #pragma omp target teams num_teams(1) map(hold,tofrom: a) shared(a)
// expect-omp: #pragma omp target teams num_teams(2) map(hold,tofrom: a) shared(a)
// expect-omp: #pragma omp distribute
#include <stdio.h>

int a[3];

int main(void)
{
#pragma acc parallel num_gangs(1) copy(a)
{ a[0] = 1; }
#pragma acc parallel num_gangs(1) copy(a)
a[1] = a[0] + 1;
#pragma acc parallel loop num_gangs(2) copy(a)
for (int i = 0; i < 3; ++i) { a[i] += i; } printf("%d %d %d\n", a[0], a[1], a[2]);
    return a[0] != 1 || a[1] != 3 || a[2] != 2;
}
