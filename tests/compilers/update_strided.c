// A section with a stride in `update`.
#include <omp.h>

int main(void) {
    int a[8] = {0}, wrong = 0;
#pragma omp target data map(tofrom : a)
    {
#pragma omp target
        for (int i = 0; i < 8; ++i) a[i] = 1;
#pragma omp target update from(a[0:4:2])
        wrong = a[0] != 1 || a[6] != 1 || (omp_get_num_devices() > 0 && a[1] != 0);
    }
    return wrong;
}
