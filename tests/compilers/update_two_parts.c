// Target update of two parts of one array.
int a[20];
int main(void) {
#pragma omp target update from(a[0:1], a[4:1])
  return 0;
}
