// A loop over pointers whose bounds are addresses in an array, which gangs and threads share.
int main(void) {
    int array[8] = {0};
#pragma omp target teams map(tofrom : array)
#pragma omp distribute parallel for
    for (int *p = &array[0]; p < &array[8]; ++p) *p = 1;
    return array[0] != 1 || array[7] != 1;
}
