// A section behind a member is mapped before the struct that contains the member.
#include <stdlib.h>
struct holder { int n; double *d; };

int main(void) {
    struct holder v = {9, calloc(9, sizeof(double))};
#pragma omp target teams map(tofrom : v.d[0:v.n]) map(tofrom : v)
    for (int i = 0; i < v.n; ++i) v.d[i] += 1;
    return v.d[8] != 1;
}
