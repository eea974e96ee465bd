// case: a whole array may be firstprivate: each gang works on its own copy
// expect-omp: #pragma omp target teams num_teams(2) firstprivate(table) map(hold,from: out) shared(out)
// expect-omp: #pragma omp distribute
#include <stdio.h>

int out[4];

int main(void)
{
    int table[4] = {4, 3, 2, 1}, sum = 0;
    #pragma acc parallel num_gangs(2) firstprivate(table) copyout(out)
    {
        #pragma acc loop gang
        for (int i = 0; i < 4; ++i)
            out[i] = table[i] * i;
    }
    for (int i = 0; i < 4; ++i)
        sum += out[i];
    printf("%d\n", sum);
    return sum != 10;
}
