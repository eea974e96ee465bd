// Two queues work on different elements.
void *malloc(unsigned long size);
void free(void *memory);
int printf(const char *format, ...);

void queues(int n, float *a) {
#pragma acc data copy(a[0:2 * n])
  {
#pragma acc parallel loop async(1)
    for (int i = 0; i < n; ++i)
      a[i] = 1;
#pragma acc parallel loop async(2)
    for (int i = n; i < 2 * n; ++i)
      a[i] = 2;
#pragma acc wait
  }
}
