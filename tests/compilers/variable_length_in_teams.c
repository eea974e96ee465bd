// Each team has an array of its own.
int main(void) {
    int n = 4, bad = 0;
#pragma omp target teams num_teams(2) map(tofrom : bad) reduction(+ : bad)
    {
        int a[n];
        for (int i = 0; i < n; ++i) a[i] = i;
        bad += a[n - 1] != 3;
    }
    return bad;
}
