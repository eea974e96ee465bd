// simd directly inside target teams, which OpenMP does not permit.
int main(void) {
  int a[8];
#pragma omp target teams num_teams(1) map(from: a)
#pragma omp simd
  for (int i = 0; i < 8; ++i) a[i] = i;
  return a[7] != 7;
}
