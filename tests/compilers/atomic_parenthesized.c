// `atomic` of an assignment in parentheses.
int main(void) {
    int x = 0, v;
#pragma omp atomic update
    (x += 2);
#pragma omp atomic capture
    v = (x += 2);
    return v != 4;
}
