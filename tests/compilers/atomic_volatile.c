// `atomic` of a volatile variable that is the last operand.
int main(void) {
    volatile int x = 1;
#pragma omp atomic update
    x = 3 - x;
    return x != 2;
}
