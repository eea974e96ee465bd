// A queue waits for the other one, and the host for that queue.
void *malloc(unsigned long size);
void free(void *memory);
int printf(const char *format, ...);

float through(int n, float *a, float *b) {
#pragma acc parallel loop copy(a[0:n]) async(1)
  for (int i = 0; i < n; ++i)
    a[i] += 1;
#pragma acc parallel loop copy(b[0:n]) async(2) wait(1)
  for (int i = 0; i < n; ++i)
    b[i] += 1;
#pragma acc wait(2)
  return a[0] + b[0];
}
