// A `map` of a variable that is declared with `register`.
int main(void) {
    register int sum = 0;
#pragma omp target map(tofrom : sum)
    sum = 3;
    return sum != 3;
}
