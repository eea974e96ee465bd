// `atomic` directly inside `target teams`.
int main(void) {
    int x = 0;
#pragma omp target teams num_teams(1) map(tofrom: x)
    {
#pragma omp atomic update
        x += 1;
    }
    return x != 1;
}
