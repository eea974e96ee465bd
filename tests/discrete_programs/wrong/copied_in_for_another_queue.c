// expect: line 13 names acc_copyin_async cause unordered after 11
#include <openacc.h>
#include <stdio.h>

float input[30], output[30];

int main(void) {
  float sum = 0;
  for (int i = 0; i < 30; ++i) input[i] = 1;
  acc_create(output, sizeof output);
  acc_copyin_async(input, sizeof input, 1);
#pragma acc parallel loop present(input, output) async(2)
  for (int i = 0; i < 30; ++i) output[i] = input[i] + i;
  acc_wait(2);
  acc_copyout(output, sizeof output);
  acc_delete(input, sizeof input);
  for (int i = 0; i < 30; ++i) sum += output[i];
  printf("%g\n", sum);
  return sum != 465;
}
