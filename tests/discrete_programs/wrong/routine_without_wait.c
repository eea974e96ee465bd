// expect: line 12 names acc_create cause unordered after 10
#include <openacc.h>
#include <stdio.h>

double flux[50];

int main(void) {
  double sum = 0;
  acc_create(flux, sizeof flux);
#pragma acc parallel loop present(flux) async(3)
  for (int i = 0; i < 50; ++i) flux[i] = 0.5;
  acc_update_self(flux, sizeof flux);
  acc_wait(3);
  for (int i = 0; i < 50; ++i) sum += flux[i];
  acc_delete(flux, sizeof flux);
  printf("%g\n", sum);
  return sum != 25;
}
