// A reduction on `simd` of an array of variable length.
static int total(int n) {
    int sums[n];
    for (int k = 0; k < n; ++k) sums[k] = 0;
#pragma omp simd reduction(+ : sums)
    for (int i = 0; i < 10; ++i)
        for (int k = 0; k < n; ++k) sums[k] += i;
    int all = 0;
    for (int k = 0; k < n; ++k) all += sums[k];
    return all;
}

int main(void) { return total(3) != 135; }
