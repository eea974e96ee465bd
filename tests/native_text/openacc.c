// Constructs of OpenACC.
#pragma acc routine seq
static float twice(float x) { return 2 * x; }

float f(int n, float *x, float *y) {
  float sum = 0;
#pragma acc data copyin(x[0:n]) copy(y[0:n])
  {
#pragma acc parallel loop gang vector reduction(+ : sum)
    for (int i = 0; i < n; i++)
      sum += twice(x[i]);
#pragma acc kernels
    {
#pragma acc loop independent
      for (int i = 0; i < n; i++)
        y[i] += sum;
    }
#pragma acc serial
    y[0] = 1;
#pragma acc parallel loop
    for (int i = 0; i < n; i++) {
#pragma acc atomic update
      y[0] += x[i];
    }
#pragma acc update self(y[0:1])
  }
  return sum;
}
