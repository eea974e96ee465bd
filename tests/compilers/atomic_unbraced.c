// `atomic compare` of an assignment without braces.
int main(void) {
    int x = 1;
#pragma omp atomic compare
    if (x < 3) x = 3;
    return x != 3;
}
