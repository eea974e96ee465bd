// Barriers of constructs at the end of a region: the end of the region replaces some of them.
void use(int *);
int n, a[8];

// No barrier: nothing of a thread is left behind the construct.
void replaced(void) {
#pragma omp parallel
  {
    n = 1;
    {
#pragma omp for
      for (int i = 0; i < 8; ++i) a[i] = i;
    }
  }
#pragma omp parallel
#pragma omp single
  {
    int here = 0;
#pragma omp task firstprivate(here)
    use(&here);
  }
  int k;
#pragma omp parallel private(k)
  {
#pragma omp for
    for (k = 0; k < 8; ++k) a[k] = k;
    k = 2;
#pragma omp sections
    {
      a[0] = k;
#pragma omp section
      a[1] = k;
    }
  }
}

// A barrier: other threads may use what the thread has, or code follows.
void kept(void) {
#pragma omp parallel
  {
    int mine = 0;
    use(&mine);
#pragma omp for
    for (int i = 0; i < 8; ++i) a[i] = i;
  }
#pragma omp parallel
  {
    int row[2] = {0, 1};
#pragma omp single
    use(row);
  }
#pragma omp parallel
  {
    int mine = 0;
#pragma omp single
    {
#pragma omp task shared(mine)
      mine = n;
    }
  }
#pragma omp parallel reduction(+ : n)
  {
    n += 1;
#pragma omp for
    for (int i = 0; i < 8; ++i) a[i] = i;
  }
#pragma omp parallel
  {
    use((int[]){1});
#pragma omp single
    n = 1;
  }
#pragma omp parallel
  {
    for (int step = 0; step < 2; ++step) {
#pragma omp for
      for (int i = 0; i < 8; ++i) a[i] = i;
    }
  }
#pragma omp parallel
  {
#pragma omp single
    n = 1;
    a[n] = 1;
  }
#pragma omp parallel
  {
    if (n) goto end;
    use(a);
  end:
#pragma omp single
    n = 1;
  }
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < 8; ++i) {
#pragma omp cancel for if (i == n)
    }
  }
#pragma omp parallel
  {
#pragma omp single
    n = 1;
#pragma omp barrier
  }
}
