// Functions that devices reach: by calls, by addresses, from a header, before their definition, without a declaration.
#include <math.h>
#include "functions.h"
extern double elsewhere(double);
#pragma acc routine(elsewhere) seq
static double later(double x);
static double recursive(int n) { return n ? recursive(n - 1) + later(n) : 0; }
static double later(double x) { return sqrt(x) + elsewhere(x); }
static int twice(int i) { return 2 * i; }
static int thrice(int i) { return 3 * i; }
static int never(int i) { return i; }
static int (*const choices[])(int) = {twice, thrice};
static int (*const unused_choices[])(int) = {never};
#pragma acc routine worker
void offered(int n, double *a)
{
#pragma acc loop worker
  for (int i = 0; i < n; ++i)
    a[i] = from_header(i);
}
void run(int n, double *a)
{
#pragma acc parallel loop copy(a[0:n])
  for (int i = 0; i < n; ++i)
    a[i] = recursive(i) + undeclared(i) + choices[i % 2](i);
  for (int i = 0; i < n; ++i)
    a[i] += unused_choices[0](i);
}
int undeclared(int i) { return i + 1; }
