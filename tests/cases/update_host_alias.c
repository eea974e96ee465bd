// case: host is another word for self; subarrays of one update are independent
// expect-omp: #pragma omp target enter data map(to: a,b)
// expect-omp: #pragma omp target teams num_teams(2) map(present,hold,alloc: a,b) shared(a,b)
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp target update from(present: a[0:4]) from(present: b[4:4])
// expect-omp: #pragma omp target exit data map(release: a,b)
#include <stdio.h>

int a[8], b[8];

int main(void)
{
    int wrong = 0;
    #pragma acc enter data copyin(a, b)
    #pragma acc parallel loop num_gangs(2) present(a, b)
    for (int i = 0; i < 8; ++i) {
        a[i] = i;
        b[i] = -i;
    }
    #pragma acc update host(a[0:4]) self(b[4:4])
    for (int i = 0; i < 4; ++i)
        wrong += a[i] != i || b[4 + i] != -4 - i;
    #pragma acc exit data delete(a, b)
    printf("%d\n", wrong);
    return wrong;
}
