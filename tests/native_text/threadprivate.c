// Variables of which each thread has one.
static int calls;
#pragma omp threadprivate(calls)

int f(void) {
  static double kept = 1.5;
#pragma omp threadprivate(kept)
  calls = 7;
#pragma omp parallel copyin(calls)
  {
    calls++;
    kept += calls;
  }
  return calls + (int)kept;
}
