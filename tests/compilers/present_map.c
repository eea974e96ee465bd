// `present` in `map` (OpenMP 5.1).
int main(void) {
    int x = 1;
#pragma omp target data map(tofrom : x)
    {
#pragma omp target map(present, tofrom : x)
        x = 2;
    }
    return x != 2;
}
