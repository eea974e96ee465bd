// A loop asks whether the queue has finished.
void *malloc(unsigned long size);
void free(void *memory);
int printf(const char *format, ...);

int acc_async_test(int queue);
float polled(int n, float *a) {
#pragma acc parallel loop copyout(a[0:n]) async(1)
  for (int i = 0; i < n; ++i)
    a[i] = i;
  while (!acc_async_test(1))
    ;
  return a[0];
}
