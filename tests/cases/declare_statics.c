// case: data clauses for static variables that devices have as long as the program runs
// expect-portable: #pragma omp declare target(tmp)
// expect-portable: #pragma omp declare target(powers)
// expect-portable: #pragma omp target enter data map(to: small)
#include <stdio.h>

static int tmp[4];
#pragma acc declare device_resident(tmp)
static const int powers[4] = {1, 2, 4, 8}, small[4] = {1, 0, 1, 0};
#pragma acc declare copyin(powers) copyin(small)
static int later[4] = {5, 6, 7, 8};
#pragma acc declare link(later)

#pragma acc routine seq
static void put(int i) { tmp[i] = i * powers[i]; }

int main(void)
{
    int r[4], s[4];
    #pragma acc parallel loop present(tmp, powers)
    for (int i = 0; i < 4; ++i)
        put(i);
    #pragma acc data present(tmp[1:2]) copyout(r, s)
    {
        #pragma acc enter data copyin(powers, later)
        #pragma acc parallel loop present(powers, small) no_create(tmp)
        for (int i = 0; i < 4; ++i)
            r[i] = tmp[i] + small[i];
        #pragma acc parallel loop copy(tmp) present(later)
        for (int i = 0; i < 4; ++i)
            s[i] = tmp[i] * later[i]++;
        #pragma acc update self(later)
        #pragma acc exit data delete(powers, later)
    }
    printf("%d %d %d %d\n", r[0], r[1], r[2], r[3]);
    printf("%d %d %d %d\n", s[0], s[1], s[2], s[3]);
    printf("%d %d\n", later[0], later[3]);
    return 0;
}
