// `use_device_ptr(p)` for a pointer to data that is not on the device: `p` keeps its value.
int main(void) {
    int x = 1, *p = &x, *before = p, wrong = 0;
#pragma omp target data use_device_ptr(p)
    {
        wrong = p != before;
    }
    return wrong;
}
