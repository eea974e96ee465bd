// Tiles of a loop that each team executes as a whole.
static int count[4];
int main(void) {
#pragma omp target teams num_teams(1) map(tofrom : count)
#pragma omp tile sizes(2)
    for (int i = 0; i < 4; ++i) count[i] += 1;
    return count[0] != 1 || count[3] != 1;
}
