// `use_device_ptr` of a pointer that cannot change and is initialized with the address of a static array.
static double numbers[3] = {1, 2, 3};

int main(void) {
    double *const first = numbers;
    int is_found = 0;
#pragma omp target data map(tofrom : first[0 : 3])
#pragma omp target data use_device_ptr(first)
    {
        double *device = first;
#pragma omp target is_device_ptr(device) map(tofrom : is_found)
        {
            is_found = device[2] == 3;
            device[2] = 30;
        }
    }
    return !is_found || numbers[2] != 30;
}
