// A loop with `!=` and a step of two.
int main(void) {
    int count = 0;
#pragma omp parallel for num_threads(2) reduction(+ : count)
    for (int i = 0; i != 10; i += 2) count++;
    return count != 5;
}
