// A function that only computes a value is called between the region and the use of what the device wrote. This program is right.
static double scaled(double x) {
    double y = 2 * x;
    return y + 1;
}

double use(int n, double *a) {
    double result = 0;
    #pragma acc enter data copyin(a[0:n])
    #pragma acc parallel loop present(a[0:n])
    for (int i = 0; i < n; i++) a[i] = scaled(a[i]);
    #pragma acc update self(a[0:n])
    result = scaled(3);
    result += a[5];
    #pragma acc exit data copyout(a[0:n])
    return result;
}
