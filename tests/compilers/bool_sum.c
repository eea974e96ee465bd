// A sum of `_Bool` variables: the result is 0 or 1.
int main(void) {
    _Bool any = 0;
    unsigned char byte;
#pragma omp parallel for num_threads(2) reduction(+ : any)
    for (int i = 0; i < 100; ++i) any += i > 1;
    __builtin_memcpy(&byte, &any, 1);
    return byte != 1;
}
