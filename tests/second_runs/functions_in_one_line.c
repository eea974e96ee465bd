#pragma acc routine seq
static double square(double x) {
  return x * x; } int three = 3; double two(void) { return 2; } // two of them
#pragma acc routine seq
static double cube(double x) { return x * x * x; } /* a comment
  that goes on */ int four = 4; char *text = "/* no comment";
#pragma acc routine seq
static double half(double x) { return x / 2; } // alone
int f(double *x) {
#pragma acc parallel loop copy(x[0:4])
  for (int i = 0; i < 4; ++i) { x[i] = square(x[i]) + cube(x[i]); /* it ends */ } return three; }
#pragma acc routine seq
static double last(double x) { return x; } double first(double x) { return x + four; }
