// case: data directives behind labels, which OpenMP does not take there
// expect-omp: #pragma omp target enter data map(to: a)
// expect-omp: #pragma omp target update from(present: a)
// expect-omp: #pragma omp target update to(present: a[1:1])
// expect-omp: #pragma omp target teams num_teams(1) map(present,hold,alloc: a) shared(a)
// expect-omp: #pragma omp target exit data map(release: a)
#include <stdio.h>

int a[2] = {1, 2};

int main(void)
{
    int step = 0;
again:
    switch (step++) {
    case 0:
        #pragma acc enter data copyin(a)
        break;
    case 2:
        #pragma acc update self(a)
        break;
    default:
        a[1] = 7;
        if (step == 2) {
        device:
            #pragma acc update device(a[1:1])
        }
    }
    if (step < 3) {
        #pragma acc parallel num_gangs(1) present(a)
        {
            a[0] += a[1];
        }
        goto again;
    }
out:
    #pragma acc exit data delete(a)
    printf("%d %d\n", a[0], a[1]);
    return a[0] != 10 || a[1] != 7;
}
