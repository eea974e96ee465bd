// The length of a section is left out, which OpenMP permits where the size of the array is known.
int main(void) {
    int a[4] = {1, 2, 3, 4};
#pragma omp target data map(tofrom : a)
    {
        a[0]++;
#pragma omp target update to(a[2:])
    }
    return a[3] != 4;
}
