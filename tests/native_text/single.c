// `single`, with what all threads get of it.
int read(void);
void use(int);

void f(void) {
#pragma omp parallel
  {
    int value, other[2];
#pragma omp single copyprivate(value, other)
    {
      value = read();
      other[0] = other[1] = value;
    }
    use(value + other[1]);
#pragma omp single nowait
    use(0);
#pragma omp masked
    use(1);
  }
}
