// The data has another name, which reaches it through pointers in memory.
struct atoms {
  double *r;
};
struct sim {
  struct atoms *atoms;
};
double f(struct sim *s, int n) {
  double *r = s->atoms->r;
#pragma acc enter data copyin(r[0:n])
#pragma acc parallel loop present(r[0:n])
  for (int i = 0; i < n; ++i)
    r[i] = i;
#pragma acc update self(s->atoms->r[0:n])
#pragma acc exit data delete(r[0:n])
  return r[0];
}
