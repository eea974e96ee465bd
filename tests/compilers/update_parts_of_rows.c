// Parts of rows in `update`.
#include <omp.h>

int main(void) {
    int a[4][6] = {{0}}, wrong = 0, n = 3, m = 2;
#pragma omp target data map(tofrom : a)
    {
#pragma omp target
        for (int i = 0; i < 24; ++i) a[i / 6][i % 6] = 1;
#pragma omp target update from(a[0:n][0:m])
        wrong = a[0][0] != 1 || a[2][1] != 1 || (omp_get_num_devices() > 0 && a[1][2] != 0);
    }
    return wrong;
}
