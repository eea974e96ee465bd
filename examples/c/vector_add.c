/*
 * Vector addition: the smallest complete OpenACC program.
 *
 * Shows one combined `parallel loop` with `copyin` and `copyout` on subarrays of heap memory.
 * All values are small integers, so every order of evaluation gives the same sums.
 */
#include <stdio.h>
#include <stdlib.h>

static void add(int n, const float *a, const float *b, float *restrict sum)
{
    #pragma acc parallel loop copyin(a[0:n], b[0:n]) copyout(sum[0:n])
    for (int i = 0; i < n; ++i)
        sum[i] = a[i] + b[i];
}

int main(void)
{
    const int n = 10000;
    float *a = malloc(n * sizeof *a);
    float *b = malloc(n * sizeof *b);
    float *sum = malloc(n * sizeof *sum);
    if (!a || !b || !sum)
        return 1;

    for (int i = 0; i < n; ++i) {
        a[i] = (float)(i % 101);
        b[i] = (float)(2 * (i % 17));
        sum[i] = -1.0f;
    }

    add(n, a, b, sum);

    int wrong = 0;
    double checksum = 0.0;
    for (int i = 0; i < n; ++i) {
        wrong += sum[i] != (float)(i % 101 + 2 * (i % 17));
        checksum += sum[i];
    }
    printf("vector_add: n=%d checksum=%.1f\n", n, checksum);
    printf("%s\n", wrong ? "FAIL" : "PASS");
    free(a);
    free(b);
    free(sum);
    return wrong != 0;
}
