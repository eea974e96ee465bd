// drop: reduction(+ : sum) ->
// host: stdout, line 1, column 10: expected 332833500, found 0 (they differ by 3.3e8, relatively 1.00); 1 of 1 lines differs
#include <stdio.h>

#define N 1000

int main(void) {
    long x[N], sum = 0;
    for (int i = 0; i < N; ++i) x[i] = i;
#pragma acc parallel loop reduction(+ : sum) copyin(x)
    for (int i = 0; i < N; ++i) sum += x[i] * x[i];
    printf("squares: %ld\n", sum);
}
