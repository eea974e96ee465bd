// A function that the device comes to through another one writes a file. This program is right.
void *malloc(unsigned long size);
void free(void *memory);
int printf(const char *format, ...);

typedef struct stream stream;
stream *fopen(const char *name, const char *mode);
static void note(int i) {
  fopen(i ? "a" : "b", "w");
}
static int measure(int i) {
  return i + 1;
}
void device(int n, int *a) {
  note(n);
#pragma acc parallel loop copy(a[0:n])
  for (int i = 0; i < n; ++i)
    a[i] = measure(i);
}
