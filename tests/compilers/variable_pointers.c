// The address of an element behind a pointer of variably modified type, computed outside `parallel`.
static void add(int n, double a[n][n], double *x) {
#pragma omp target teams num_teams(1) map(to : a[0 : n][0 : n]) map(tofrom : x[0 : 1])
    x[0] += a[1][0];
}

int main(void) {
    double a[2][2] = {{1, 2}, {3, 4}}, x[1] = {10};
    add(2, a, x);
    return x[0] != 13;
}
