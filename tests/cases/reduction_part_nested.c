// case: a loop's reduction of a part that the gangs share is stated on the construct too, once
// expect-omp: #pragma omp target teams num_teams(1) map(hold,tofrom: p[k:2]) firstprivate(k) reduction(+: p[k:2])
// expect-omp: #pragma omp distribute parallel for reduction(+: p[k:2]) shared(k)
// expect-omp: #pragma omp distribute parallel for simd reduction(+: p[k:2]) shared(k)
// expect-portable: #pragma omp distribute parallel for reduction(+: p[k:2]) shared(k)
#include <stdio.h>

int main(void)
{
    int data[5] = {0}, k = 2;
    int *p = data;
    #pragma acc parallel num_gangs(1)
    {
        #pragma acc loop gang worker reduction(+:p[k:2])
        for (int i = 0; i < 100; ++i)
            p[k + i % 2] += i;
        #pragma acc loop worker vector reduction(+:p[k:2])
        for (int i = 0; i < 100; ++i)
            p[k + i % 2] += 1;
    }
    printf("%d %d %d %d %d\n", data[0], data[1], data[2], data[3], data[4]);
    return data[2] != 2500 || data[3] != 2550 || data[4] != 0;
}
