// Target update of a range of rows behind pointers.
void f(double **p) {
#pragma omp target update from(p[1:1][0:5])
}
int main(void) { return 0; }
