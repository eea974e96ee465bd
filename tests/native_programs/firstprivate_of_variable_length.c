// Tasks have copies of arrays of variable length, small and large ones, whose elements have the values of when the task was made.
#include <stdio.h>

static int small(int length) {
  int values[length], sum = 0;
  for (int i = 0; i < length; ++i) values[i] = i + 1;
#pragma omp task firstprivate(values) shared(sum)
  {
    values[0] = 50;
    for (int i = 0; i < length; ++i) sum += values[i];
    sum += 1000 * (int)(sizeof values / sizeof values[0]);
  }
#pragma omp taskwait
  return sum;
}

static double large(int rows, int columns) {
  double table[rows][columns], sums[3] = {0, 0, 0};
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) table[i][j] = i + j;
#pragma omp parallel
#pragma omp single
  {
    for (int task = 0; task < 3; ++task) {
#pragma omp task firstprivate(table, task) shared(sums)
      {
        table[rows - 1][columns - 1] += task;
        for (int i = 0; i < rows; ++i)
          for (int j = 0; j < columns; ++j) sums[task] += table[i][j];
        table[rows - 1][columns - 1] -= task;
      }
    }
  }
  return sums[0] + 10 * sums[1] + 100 * sums[2] + table[0][columns - 1];
}

int main(void) {
  printf("%d %d %g\n", small(3), small(40), large(5, 7));
  return 0;
}
