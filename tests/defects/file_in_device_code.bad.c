// A function that the device comes to through another one writes a file.
// expect: ACC0165 10
void *malloc(unsigned long size);
void free(void *memory);
int printf(const char *format, ...);

typedef struct stream stream;
stream *fopen(const char *name, const char *mode);
static void note(int i) {
  fopen(i ? "a" : "b", "w");
}
static int measure(int i) {
  note(i);
  return i + 1;
}
void device(int n, int *a) {
#pragma acc parallel loop copy(a[0:n])
  for (int i = 0; i < n; ++i)
    a[i] = measure(i);
}
