// case: a reduction of a gang loop inside other reducing loops is one of the gangs, with or without its own clause
// gcc-acc: skip (gcc 12 has no reductions of arrays)
// expect-omp: #pragma omp target teams num_teams(4) map(hold,tofrom: x,most) reduction(+: x) reduction(max: most)
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp target teams num_teams(4) map(hold,tofrom: y) reduction(+: y)
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp target data map(hold,tofrom: z)
// expect-omp: #pragma omp target teams num_teams(4) reduction(+: z)
// expect-omp: #pragma omp distribute parallel for num_threads(2) reduction(+: z)
// expect-omp: #pragma omp simd reduction(+: z)
// expect-omp: #pragma omp target teams num_teams(4) map(hold,tofrom: parts) reduction(+: parts)
// expect-omp: #pragma omp distribute
// expect-host: #pragma omp parallel for reduction(+: y)
#include <stdio.h>

int main(void)
{
    int x = 1, y = 1, z = 1, most = 0, parts[3] = {1, 1, 1};
    #pragma acc parallel num_gangs(4)
    {
        #pragma acc loop seq reduction(+:x) reduction(max:most)
        for (int k = 0; k < 2; ++k) {
            #pragma acc loop reduction(+:x) reduction(max:most)
            for (int l = 0; l < 2; ++l) {
                #pragma acc loop gang reduction(+:x) reduction(max:most)
                for (int i = 0; i < 13; ++i) {
                    x += i;
                    if (i * k > most)
                        most = i * k;
                }
            }
        }
    }
    #pragma acc parallel num_gangs(4)
    {
        #pragma acc loop reduction(+:y)
        for (int k = 0; k < 1; ++k) {
            #pragma acc loop gang
            for (int i = 0; i < 13; ++i)
                y += i;
        }
    }
    #pragma acc data copy(z)
    {
        #pragma acc parallel num_gangs(4) num_workers(2)
        {
            #pragma acc loop reduction(+:z)
            for (int k = 0; k < 2; ++k) {
                #pragma acc loop gang worker reduction(+:z)
                for (int i = 0; i < 13; ++i) {
                    #pragma acc loop vector reduction(+:z)
                    for (int j = 0; j < 3; ++j)
                        z += i * j;
                }
            }
        }
    }
    #pragma acc parallel num_gangs(4)
    {
        #pragma acc loop seq reduction(+:parts)
        for (int k = 0; k < 2; ++k) {
            #pragma acc loop gang reduction(+:parts)
            for (int i = 0; i < 12; ++i)
                parts[i % 3] += i;
        }
    }
    printf("%d %d %d %d %d %d %d\n", x, most, y, z, parts[0], parts[1], parts[2]);
    return x != 313 || most != 12 || y != 79 || z != 469 || parts[2] != 53;
}
