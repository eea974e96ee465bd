// Addresses on the device of variables with static storage duration.
static int a[4], *p = a;
int main(void) {
    int wrong = 0;
#pragma omp target enter data map(to: a)
#pragma omp target data use_device_addr(a) use_device_ptr(p)
    wrong = p != a;
#pragma omp target exit data map(from: a)
    return wrong;
}
