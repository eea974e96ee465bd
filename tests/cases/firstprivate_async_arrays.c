// `firstprivate` of what is larger than a pointer on constructs with `async`: it has the values of the time when the
// construct is met.
#include <stdio.h>

static char queues[16];

char *acc2omp_async2dep(int async) { return &queues[async + 3]; }

struct pair { int first[2]; double second; };
static int of_file[32];
int of_program[4] = {1, 2, 3, 4};
static struct pair record = {{1, 2}, 3};

int main(void) {
  int sum = 0, x = 3, own[3] = {1, 2, 3}, results[4] = {0};
  static int of_block[2] = {5, 6};
  long double wide = 2;
  double total = 0;
  for (int i = 0; i < 32; ++i) of_file[i] = i;
#pragma acc parallel num_gangs(1) firstprivate(x, of_file) copy(sum) async
  for (int i = 0; i < 32; ++i) sum += of_file[i] * x;
  x = 0;
  for (int i = 0; i < 32; ++i) of_file[i] = 0;
#pragma acc wait
#pragma acc serial firstprivate(own, of_program, of_block) copy(results) async(2)
  {
    results[0] = own[2] + of_program[3];
    results[1] = of_block[1];
  }
  own[2] = of_program[3] = of_block[1] = 0;
#pragma acc serial firstprivate(record) copy(results, total) wait(2) async(3)
  {
    results[2] = record.first[1];
    total = record.second + wide;
  }
  record.first[1] = 0, record.second = 0, wide = 100;
#pragma acc wait(3)
#pragma acc parallel num_gangs(1) firstprivate(of_program) copy(results) wait(3)
  results[3] = of_program[0];
  printf("%d %d %d %d %d %g\n", sum, results[0], results[1], results[2], results[3], total);
  return 0;
}
