// `critical`, `atomic`, `ordered`, `barrier` and `flush`.
void use(int);

int f(int n, int *counts, double *sum) {
  int before;
#pragma omp parallel for ordered
  for (int i = 0; i < n; i++) {
#pragma omp critical(named)
    *sum += i;
#pragma omp atomic
    counts[i % 4]++;
#pragma omp atomic
    *sum += 0.5;
#pragma omp ordered
    use(i);
  }
#pragma omp parallel
  {
#pragma omp atomic capture
    before = counts[0]++;
#pragma omp atomic read
    counts[1] = counts[2];
#pragma omp barrier
#pragma omp flush
  }
  return before;
}
