// `parallel`: values, addresses, copies and clauses.
void use(int, double *);

int f(int n, double *a, int shared) {
  int own = 1, copied[2] = {n, n};
#pragma omp parallel if(n > 4) num_threads(n / 2) proc_bind(close) private(own) firstprivate(copied)
  {
    own = n;
    copied[0] += own; // a copy
    use(copied[0], a);
    shared++;
  }
  return shared + own;
}
