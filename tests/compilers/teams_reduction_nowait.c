// A reduction of a single team in a region that is a task: its end is never reached. With two teams it is.
unsigned alarm(unsigned);

int main(void) {
    int sum = 0;
    alarm(10);
#pragma omp target teams distribute num_teams(1) map(tofrom : sum) reduction(+ : sum) nowait
    for (int i = 0; i < 8; ++i) sum += i;
#pragma omp taskwait
    return sum != 28;
}
