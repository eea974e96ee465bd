// The control variable has a signed type, and its last value is further from the first one than the type's
// largest value: no iteration runs, though each value fits.
int main(void) {
    int count = 0;
#pragma omp parallel for num_threads(2) reduction(+ : count)
    for (signed char i = -100; i < 100; ++i) count++;
#pragma omp parallel for num_threads(2) reduction(+ : count)
    for (int i = -2000000000; i < 2000000000; i += 10000000) count++;
    return count != 600;
}
