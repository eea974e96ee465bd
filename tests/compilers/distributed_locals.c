// `firstprivate` on `distribute` of a variable that is declared in the `teams` region.
int main(void) {
    int sum = 0;
#pragma omp target teams num_teams(1) map(tofrom : sum) reduction(+ : sum)
    {
        int own = 2;
#pragma omp distribute parallel for firstprivate(own) reduction(+ : sum)
        for (int i = 0; i < 4; ++i) sum += own;
    }
    return sum != 8;
}
