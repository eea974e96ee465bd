// expect: ok
#include <stdio.h>

static void library_fill(int n, int *dest, int value) {
#pragma acc parallel loop deviceptr(dest)
  for (int i = 0; i < n; ++i) dest[i] = value;
}

int main(void) {
  int buf[14], wrong = 0;
#pragma acc enter data create(buf)
#pragma acc host_data use_device(buf)
  {
    library_fill(14, buf, 77);
  }
#pragma acc exit data copyout(buf)
  for (int i = 0; i < 14; ++i) wrong += buf[i] != 77;
  if (wrong) return 1;
  puts("ok");
  return 0;
}
