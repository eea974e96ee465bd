// case: clause lists, directive names and levels from macros in a pragma
// expect-omp: #pragma omp target teams num_teams(2 * 2) map(hold,tofrom: a[0:2 * 4]) shared(a)
// expect-omp: #pragma omp distribute simd simdlen(8)
#include <stdio.h>

#define HALF 4
#define LENGTH 2 * HALF
#define SIZES(g) num_gangs(2 * g) vector_length(8)
#define DATA copy(a[0:LENGTH])
#define CONSTRUCT parallel loop
#define LEVELS gang vector

int a[LENGTH];

int main(void)
{
    int sum = 0;
    #pragma acc CONSTRUCT LEVELS SIZES(2) DATA
    for (int i = 0; i < LENGTH; ++i)
        a[i] = i;
    for (int i = 0; i < LENGTH; ++i)
        sum += a[i];
    printf("%d\n", sum);
    return sum != 28;
}
