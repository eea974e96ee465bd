// One thread calls a function with a parallel region. What else the kernel calls keeps clang from letting all threads execute it.
#include <stdio.h>
#pragma omp declare target
static void add(int n, int *a) {
#pragma omp parallel for
    for (int i = 0; i < n; ++i) a[i] += 1;
}
#pragma omp end declare target

int main(void) {
    int a[64] = {0}, sum = 0;
#pragma omp target teams num_teams(1) thread_limit(1) map(tofrom : a)
    {
        add(64, a);
        if (a[0] > 1) printf("%d\n", a[0]);
    }
    for (int i = 0; i < 64; ++i) sum += a[i];
    return sum != 64;
}
