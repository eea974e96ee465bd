// The control variable is `unsigned`, its first value a constant, the bound 64 bits wide, the step more than
// the constant and one: first - step + 1 wraps in 32 bits and is then widened.
void _Exit(int);

int main(void) {
    long n = 10;
    int count = 0;
#pragma omp parallel for num_threads(1)
    for (unsigned i = 0; i < n; i += 2) {
        // Left alone, the loop takes long.
        if (++count > 5) _Exit(1);
    }
    return count != 5;
}
