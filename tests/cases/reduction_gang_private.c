// case: a reduction into a variable of the gang is trivial on gang loops and kept on vector loops
// expect-omp: #pragma omp target teams num_teams(1) map(hold,from: out) shared(out)
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp simd reduction(+: sum)
#include <stdio.h>

int out[4];

int main(void)
{
    int total = 0;
    #pragma acc parallel num_gangs(1) copyout(out)
    {
        #pragma acc loop gang
        for (int i = 0; i < 4; ++i) {
            int sum = i;
            #pragma acc loop vector reduction(+:sum)
            for (int j = 0; j < 10; ++j)
                sum += j;
            out[i] = sum;
        }
    }
    for (int i = 0; i < 4; ++i)
        total += out[i];
    printf("%d\n", total);
    return total != 186;
}
