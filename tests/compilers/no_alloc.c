// `no_alloc`, the Clacc compiler's word: data that is not there is not made.
int main(void) {
    int x = 1;
#pragma omp target data map(no_alloc, tofrom : x)
    {
        x = 2;
    }
    return 0;
}
