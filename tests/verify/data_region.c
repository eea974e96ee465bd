// drop: copyout(y) -> copyin(y)
// device: stdout, line 2, column 5: expected 9, found -1 (they differ by 10.00, relatively 1.11); 3 of 4 lines differ
#include <stdio.h>

#define N 1000

static double x[N], y[N];

int main(void) {
    for (int i = 0; i < N; ++i) {
        x[i] = i;
        y[i] = -1;
    }
#pragma acc data copyin(x) copyout(y)
    {
#pragma acc parallel loop
        for (int i = 0; i < N; ++i) y[i] = 2 * x[i] + 3;
    }
    puts("y");
    for (int i = 3; i < N; i += 400) printf("%3d %g\n", i, y[i]);
}
