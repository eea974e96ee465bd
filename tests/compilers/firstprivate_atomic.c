// An `_Atomic` scalar that is `firstprivate`.
int main(void) {
    _Atomic int x = 3;
    int y = 0;
#pragma omp target firstprivate(x) map(from : y)
    y = x;
    return y != 3;
}
