// Vector lanes add to a number of the type that the loop stores.
static double sum(int n, const double *a, double *b) {
    double s = 3;
#pragma omp parallel for simd reduction(+ : s)
    for (int i = 0; i < n; ++i) {
        s += a[i];
        b[i] = b[i] * 3;
    }
    return s;
}

int main(void) {
    double a[64], b[64];
    for (int i = 0; i < 64; ++i) a[i] = b[i] = i % 7;
    return sum(64, a, b) != 192;
}
