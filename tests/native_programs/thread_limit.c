#include <stdio.h>
#ifdef _OPENMP
#include <omp.h>
#else
#define omp_set_num_threads(n)
#define omp_get_num_procs() 1
#define omp_get_thread_limit() 1024
#endif

static int most(void) {
  int of_processors = 8 * omp_get_num_procs();
  return of_processors > 1024 ? of_processors : 1024;
}

/* A program that asks for more threads than the machine can have gets as many as the limit permits. */
int main(void) {
  int threads = 0, in_clause = 0;
  omp_set_num_threads(100000000);
#pragma omp parallel reduction(+ : threads)
  threads++;
#pragma omp parallel num_threads(100000000) reduction(+ : in_clause)
  in_clause++;
  printf("%d %d %d\n", threads <= most(), in_clause <= most(), omp_get_thread_limit() == most());
  return 0;
}
