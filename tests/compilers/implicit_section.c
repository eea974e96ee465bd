// Implicit map while another section of the variable is on the device.
#include <stdio.h>
int main(void) {
  int a[20];
  for (int i = 0; i < 20; i++) a[i] = i;
#pragma omp target enter data map(to: a[2:3])
#pragma omp target data map(tofrom: a[11:2])
  {
#pragma omp target teams num_teams(1)
    a[11] += 100;
  }
  printf("%d\n", a[11]);
  return a[11] != 111;
}
