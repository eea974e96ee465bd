// A section with a range of one element before another range in `update`.
#include <omp.h>

int main(void) {
    int a[4][6] = {{0}}, wrong = 0;
#pragma omp target data map(tofrom : a)
    {
#pragma omp target
        for (int i = 0; i < 6; ++i) a[2][i] = 1;
#pragma omp target update from(a[2:1][1:3])
        wrong = a[2][1] != 1 || a[2][3] != 1 || (omp_get_num_devices() > 0 && (a[2][0] != 0 || a[2][4] != 0));
    }
    return wrong;
}
