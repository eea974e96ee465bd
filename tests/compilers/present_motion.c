// `present` in `update` (OpenMP 5.1).
int main(void) {
    int x = 1;
#pragma omp target data map(tofrom : x)
    {
#pragma omp target update to(present : x)
    }
    return x != 1;
}
