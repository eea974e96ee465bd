// Iterations of `parallel for simd` with a reduction of a `short`, at -O1.
#include <stdlib.h>
int main(void)
{
    short sum = 0;
    short *a = calloc(40, sizeof *a);
#pragma omp parallel for simd reduction(+ : sum)
    for (int i = 0; i < 40; ++i) {
        a[i] = a[i] + 1;
        sum = sum + a[i];
    }
    return sum != 40;
}
