// A reduction on `simd` of a part that does not begin with the first element.
int main(void) {
    int sums[4] = {0};
#pragma omp simd reduction(+ : sums[2:1])
    for (int i = 0; i < 10; ++i) sums[2] += i;
    return sums[2] != 45;
}
