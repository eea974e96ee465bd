// A pointer that cannot change and is initialized with the address of a static array, which is mapped.
int main(void) {
    static double numbers[3] = {1, 2, 3};
    double *const second = numbers + 1;
    numbers[1] = 20;
#pragma omp target map(tofrom : second[0 : 2])
    second[0] += 1;
    return numbers[1] != 21;
}
