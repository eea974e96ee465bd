// `sections`, alone and with `parallel`.
int f(void), g(void);

void h(int *x, int *y) {
#pragma omp parallel sections
  {
    *x = f();
#pragma omp section
    {
      *y = g();
    }
  }
}
