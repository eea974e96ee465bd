// Sections behind two members of a struct that is a member itself.
#include <stdlib.h>
struct parts { double *x, *y; };
struct whole { int n; struct parts in; };

int main(void) {
    struct whole s = {3, {calloc(4, sizeof(double)), calloc(4, sizeof(double))}};
#pragma omp target teams map(tofrom : s.in.x[0:4], s.in.y[0:4])
    for (int i = 0; i < 4; ++i) {
        s.in.x[i] += 1;
        s.in.y[i] += 2;
    }
    return s.in.x[3] != 1 || s.in.y[3] != 2;
}
