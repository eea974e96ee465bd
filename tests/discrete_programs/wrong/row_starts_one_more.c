// expect: line 21 names a.ptr cause behind
#include <stdio.h>

struct csr {
  int rows;
  int *ptr;
  float *val;
};

int main(void) {
  int ptr[] = {0, 1, 3, 6, 10};
  float val[10], sum[4];
  struct csr a = {4, ptr, val};
  for (int k = 0; k < 10; ++k) val[k] = 1;
#pragma acc enter data copyin(a)
  int starts = a.rows;
#pragma acc enter data copyin(a.ptr[0:starts], a.val[0:10])
#pragma acc parallel loop present(a) copyout(sum)
  for (int r = 0; r < 4; ++r) {
    float s = 0;
    for (int k = a.ptr[r]; k < a.ptr[r + 1]; ++k)
      s += a.val[k];
    sum[r] = s;
  }
#pragma acc exit data delete(a.ptr[0:starts], a.val[0:10])
#pragma acc exit data delete(a)
  if (sum[0] != 1 || sum[3] != 4) return 1;
  puts("ok");
  return 0;
}
