/* One compute construct, for libraries that the environment names. */
static int a[8];

#line 10
int main(void) {
#pragma omp target teams map(tofrom : a)
  a[1] = 7;
  return a[1] != 7;
}
