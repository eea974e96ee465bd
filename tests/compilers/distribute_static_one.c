// A chunk of one iteration in a `for` that is combined with `distribute`: only the first iteration of each
// team runs.
int main(void) {
    int count[64] = {0}, wrong = 0;
#pragma omp target teams distribute parallel for num_teams(2) num_threads(2) schedule(static, 1)
    for (int i = 0; i < 64; ++i) count[i]++;
    for (int i = 0; i < 64; ++i) wrong += count[i] != 1;
    return wrong != 0;
}
