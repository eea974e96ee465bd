// The strings and characters of expressions that stand in new code are those of the program.
#include <stdio.h>
#include <string.h>

static int length(const char *text) { return (int)strlen(text); }

#pragma omp declare reduction(plus: int: omp_out += omp_in + length("size_t") - 6) initializer(omp_priv = length("int64_t") - 7)

int main(void) {
  int sum = 0, other = 0, seen = 0;
#pragma omp parallel for reduction(+: sum)
  for (int i = length("uint64_t"); i < length("uint64_t int32_t NULL"); i += length("NULL")) sum += i;
#pragma omp parallel for reduction(plus: other) schedule(static, length("ptrdiff_t"))
  for (int i = 0; i < 20; i++) other += i;
#pragma omp parallel num_threads(length("uint32_t") - 6) reduction(max: seen)
  seen = length("size_t");
#pragma omp parallel
#pragma omp single
#pragma omp taskloop reduction(+: sum) grainsize(length("int32_t"))
  for (int i = 0; i < length("int32_t"); i++) sum += i;
  printf("%d %d %d\n", sum, other, seen);
  return 0;
}
