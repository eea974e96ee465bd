// `parallel for simd reduction(||: any)` where the iterations add to the `_Bool`, at -O1.
#include <stdlib.h>
int main(void)
{
    int n = 1024;
    _Bool any = 1;
    _Bool *a = malloc(n), *b = malloc(n);
    for (int i = 0; i < n; ++i) {
        a[i] = i & 1;
        b[i] = !(i & 3);
    }
#pragma omp parallel for simd reduction(|| : any)
    for (int i = 0; i < n; ++i)
        any += a[i] + b[i];
    return any != 1;
}
