// Pointers that cannot change and begin with the address of something with static storage duration: the regions use what is
// mapped, and not what the device has under that address.
#include <stdio.h>

static char queues[16];

char *acc2omp_async2dep(int async) { return &queues[async + 3]; }

struct point { double x, y; };
typedef double *const fixed;

static double hidden[4] = {1, 2, 3, 4};
double visible[4] = {1, 2, 3, 4};
static struct point points[2] = {{1, 2}, {3, 4}};
static double matrix[2][2] = {{1, 2}, {3, 4}};
static double single = 5;
static double *const of_file = hidden + 1;
double *const of_program = visible;

static double sum_of_literal(void) {
  const char *const text = "abc";
  double sum = 0;
#pragma acc parallel loop reduction(+: sum) copyin(text[0:3])
  for (int i = 0; i < 3; ++i) sum += text[i];
  return sum;
}

int main(void) {
  static double within[3] = {1, 2, 3};
  double *const restrict pw = within + 1, *const alias = pw;
  fixed by_typedef = &hidden[0];
  struct point *const first = points;
  double (*const row)[2] = matrix;
  double *const one = &single;
  static double *const of_block = within;
  double *const braced = {visible};
  double own[2] = {1, 2}, *const automatic = own, *plain = within;
  double sum = 0;
  hidden[0] = 10, visible[0] = 20, points[0].x = 30, matrix[0][0] = 40, single = 50, within[0] = 60;

#pragma acc parallel loop copy(pw[0:2])
  for (int i = 0; i < 2; ++i) pw[i] *= 2;
#pragma acc parallel loop copy(alias[0:2])
  for (int i = 0; i < 2; ++i) alias[i] += 1;
#pragma acc serial copy(by_typedef[0:1])
  by_typedef[0] += 1;
#pragma acc parallel num_gangs(1) copy(first[0:2])
  first->x += first[1].y;
#pragma acc kernels copy(row[0:2][0:2])
  for (int i = 0; i < 2; ++i) row[i][0] += row[i][1];
#pragma acc parallel num_gangs(1) copy(one[0:1])
  *one += 1;
#pragma acc enter data copyin(of_file[0:2], of_program[0:2], of_block[0:1])
#pragma acc parallel num_gangs(1) present(of_file[0:2], of_program[0:2], of_block[0:1])
  {
    of_file[0] += of_program[0];
    of_block[0] += 1;
  }
#pragma acc parallel loop gang present(of_program[0:2]) reduction(+: sum) async(1)
  for (int i = 0; i < 2; ++i) sum += of_program[i];
#pragma acc wait(1)
#pragma acc exit data copyout(of_file[0:2], of_block[0:1]) delete(of_program[0:2])
#pragma acc data copy(braced[2:2], automatic[0:2], plain[0:3])
  {
#pragma acc parallel num_gangs(1)
    {
      braced[2] += automatic[1];
      automatic[0] += plain[0];
    }
#pragma acc host_data use_device(braced, of_program)
    {
      double *device = braced;
#pragma acc parallel num_gangs(1) deviceptr(device)
      device[3] += 1;
    }
  }
  printf("%g %g %g %g\n", hidden[0], hidden[1], hidden[2], hidden[3]);
  printf("%g %g %g %g\n", visible[0], visible[1], visible[2], visible[3]);
  printf("%g %g %g %g\n", points[0].x, points[0].y, matrix[0][0], matrix[1][0]);
  printf("%g %g %g %g\n", single, within[0], within[1], within[2]);
  printf("%g %g %g\n", own[0], sum, sum_of_literal());
  return 0;
}
