// Reductions of numbers, of parts of arrays, and by a function of the program.
struct pair {
  int least, most;
};
#pragma omp declare reduction(both : struct pair : omp_out = (struct pair){omp_out.least, omp_in.most}) initializer(omp_priv = {0, 0})

double f(int n, const double *a, double *bins, struct pair *found) {
  double sum = 0, most = a[0];
  struct pair here = *found;
#pragma omp parallel for reduction(+ : sum, bins[:4]) reduction(max : most) reduction(both : here)
  for (int i = 0; i < n; i++) {
    sum += a[i];
    bins[i % 4] += a[i];
    most = a[i] > most ? a[i] : most;
    here.most += i;
  }
  *found = here;
  return sum + most;
}
