// The member of a struct is read before its region ends.
// expect: ACC0150 18
void *malloc(unsigned long size);
void free(void *memory);
int printf(const char *format, ...);

struct grid {
  int n;
  float *cells;
};
float first_cell(struct grid *g) {
  float first;
#pragma acc data copy(g->cells[0:g->n])
  {
#pragma acc parallel loop
    for (int i = 0; i < g->n; ++i)
      g->cells[i] += 1;
    first = g->cells[0];
  }
  return first;
}
