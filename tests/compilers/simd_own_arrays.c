// Each iteration has an array of its own and selects an element of it by data.
static double in_function(double x, int at) {
    double v[4] = {x, 1, 2, 3};
    v[at] += x;
    return v[0] + 10 * v[1] + 100 * v[2] + 1000 * v[3];
}

__attribute__((noinline)) static void select(int n, double *x, const int *at) {
#pragma omp simd
    for (int i = 0; i < n; ++i) {
        double v[4] = {x[i], 1, 2, 3};
        v[at[i]] += x[i];
        x[i] = v[0] + 10 * v[1] + 100 * v[2] + 1000 * v[3];
    }
#pragma omp simd
    for (int i = 0; i < n; ++i) x[i] += in_function(x[i], at[i]);
}

int main(void) {
    double x[32], y[32];
    int at[32];
    for (int i = 0; i < 32; ++i) {
        x[i] = y[i] = i % 5;
        at[i] = i * 7 % 4;
    }
    select(32, x, at);
    for (int i = 0; i < 32; ++i) select(1, &y[i], &at[i]);
    for (int i = 0; i < 32; ++i)
        if (x[i] != y[i]) return 1;
    return 0;
}
