// Device addresses under a condition that is false, around a declaration.
static __attribute__((noinline)) int sum(const volatile int *values) {
    return values[0] + values[1] + values[2];
}
int main(int count, char **words) {
    int x = 1, *p = &x, wrong = 0;
    (void)words;
#pragma omp target data use_device_ptr(p) if(count > 5)
    {
        int values[] = { count, 20, 400 };
        wrong = p != &x || sum(values) != 420 + count;
    }
    return wrong;
}
