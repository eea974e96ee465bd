// `ompx_hold`, an extension: data stays until the structured region ends.
int main(void) {
    int x = 1;
#pragma omp target data map(ompx_hold, tofrom : x)
    {
        x = 2;
    }
    return 0;
}
