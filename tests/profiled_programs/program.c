#include "tool.h"
#include "scale.h"
#define N 8
#define LOOP _Pragma("acc parallel loop copy(a[0:N])")

static int a[N], b[N];
static int q = 3;

static int n_of(int *device) { return device != 0; }

static void work(int n) {
#pragma acc data copy(a) create(b) if (n > 2)
  {
#pragma acc kernels loop async(q)
    for (int i = 0; i < N; ++i)
      a[i] += n;
#pragma acc update self(a) async(q) if (n > 5)
#pragma acc wait(q) async(4)
#pragma acc wait
    if (n > 5)
#pragma acc serial
      a[0] = 1;
    else
#pragma acc parallel
    {
      a[1] = 2;
    }
  }
last:
#pragma acc wait(4)
  LOOP
  for (int i = 0; i < N; ++i) a[i] += 1;
  if (n > 100) goto last;
}

int main(void) {
#pragma acc enter data create(a)
  work(2);
  work(7);
  scale(a, N);
#pragma acc host_data use_device(a)
  b[0] = n_of(a);
#pragma acc exit data delete(a)
  printf("%s:%d\n", __FILE__, __LINE__);
  return 0;
}
