// A lower bound in `num_teams` (OpenMP 5.1).
int main(void) {
    int x = 0;
#pragma omp target teams num_teams(1 : 1) map(tofrom : x)
    x = 1;
    return x != 1;
}
