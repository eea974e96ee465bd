// Directives that leave nothing, or only what their clauses evaluate, behind labels and in front of other statements.
#include <stdio.h>

static int count, a[4];

static int counted(void) { return ++count; }

static int labelled(int way) {
  int r = 0;
  switch (way) {
  case 0:
#pragma acc wait
    r += 1;
    break;
  case 1:
#pragma acc wait(counted())
    r += 2;
    break;
  default:
#pragma acc update self(a) if(counted())
  }
two:
#pragma acc wait
  r += 4;
three:
#pragma acc wait(counted(), counted())
  r += 8;
  if (r < 16) {
    r += 16;
    if (way == 0) goto two;
    if (way == 1) goto three;
  }
end:
#pragma acc enter data copyin(a)
  int next = r + 1;
last:
#pragma acc exit data delete(a)
  if (next < 0) goto last;
  if (next < -1) goto end;
  return next;
}

static int hinted(int way) {
  int *b = a, sum = 0;
  if (way)
#pragma acc parallel loop reduction(+ : sum) copy(b[0:4])
    for (int i = 0; i < 4; ++i) {
#pragma acc cache(b[0:4])
      sum += b[i] + i;
    }
  else
#pragma acc kernels copy(b[0:4])
#pragma acc cache(b[0:2])
#pragma acc cache(b[2:2])
#pragma acc loop independent
    for (int i = 0; i < 4; ++i) b[i] += i;
  return sum;
}

int main(void) {
  int none = hinted(0), all = hinted(1);
  printf("%d %d\n", none, all);
  for (int way = 0; way < 4; ++way) printf("%d\n", labelled(way));
#ifdef _OPENACC
  if (count != 15) printf("%d\n", count);
#endif
  return 0;
}
