// A loop over pointers whose bounds are addresses in an array.
int main(void) {
    int array[8] = {0}, *p;
#pragma omp parallel for simd
    for (p = &array[0]; p < &array[8]; ++p) *p = 1;
    return array[0] != 1 || array[7] != 1;
}
