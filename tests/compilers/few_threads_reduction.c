// A reduction of a number of threads that fills no warp of a device.
int main(void) {
    int total = 0;
#pragma omp target teams num_teams(1) map(tofrom : total)
    {
        int t = 5;
#pragma omp parallel for num_threads(2) reduction(+ : t)
        for (int i = 0; i < 2; ++i) t += i + 1;
        total = t;
    }
    return total != 8;
}
