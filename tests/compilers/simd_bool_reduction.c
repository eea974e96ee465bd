// `simd` with a reduction of a `_Bool`, at -O1.
#include <stdlib.h>
int main(void)
{
    int n = 1000;
    _Bool odd = 0;
    _Bool *a = calloc(n, sizeof *a);
    a[700] = 1;
#pragma omp simd reduction(^ : odd)
    for (int i = 0; i < n; ++i)
        odd = odd ^ a[i];
    return odd != 1;
}
