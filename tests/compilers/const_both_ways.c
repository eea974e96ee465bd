// A `const` variable is mapped in both directions, which OpenMP permits; it lies in memory that cannot be
// written.
static const int table[4] = {1, 2, 3, 4};

int main(void) {
    int sum = 0;
#pragma omp target teams map(tofrom : sum, table)
    sum = table[0] + table[3];
    return sum != 5;
}
