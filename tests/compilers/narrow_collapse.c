// The variables of both loops have a type of 8 bits, and together the loops have 256 iterations.
int main(void) {
    int count = 0;
#pragma omp parallel for num_threads(2) collapse(2) reduction(+ : count)
    for (signed char i = 0; i < 16; ++i)
        for (signed char j = 0; j < 16; ++j) count++;
    return count != 256;
}
