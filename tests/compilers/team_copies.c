// Vector lanes add to a variable of a team that threads share later.
static void add(double *x) {
#pragma omp target teams distribute map(tofrom : x[0 : 8])
    for (int i = 0; i < 2; ++i) {
        double t = 0;
#pragma omp simd reduction(+ : t)
        for (int j = 0; j < 4; ++j) t += x[4 * i + j];
#pragma omp parallel for
        for (int j = 0; j < 4; ++j) x[4 * i + j] += t;
    }
}

int main(void) {
    double x[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    add(x);
    return x[0] != 11 || x[7] != 34;
}
