// A reduction of a team in a region that a thread of a parallel region of the host meets.
unsigned alarm(unsigned);

int main(void) {
    int sum = 0;
    alarm(10);
#pragma omp parallel num_threads(3)
#pragma omp single
    {
#pragma omp target teams distribute num_teams(1) map(tofrom : sum) reduction(+ : sum)
        for (int i = 0; i < 8; ++i) sum += i;
    }
    return sum != 28;
}
