// `atomic` of a variable with more than 8 bytes.
int main(void) {
    long double x = 1;
#pragma omp atomic update
    x += 2;
    return x != 3;
}
