// drop: #pragma acc update self(heat[0:n]) ->
// device: file field.txt, line 1, column 1: expected 0.125, found 0 (they differ by 0.13, relatively 1.00); 16 of 16 lines differ
#include <stdio.h>
#include <stdlib.h>

static void step(int n, const double *heat, double *next) {
#pragma acc parallel loop present(heat[0:n], next[0:n])
    for (int i = 0; i < n; ++i) next[i] = 0.5 * (heat[(i + n - 1) % n] + heat[(i + 1) % n]) + 0.125 * (i % 2);
}

int main(void) {
    int n = 16;
    double *heat = calloc(n, sizeof *heat), *next = calloc(n, sizeof *next);
    for (int i = 0; i < n; i += 4) heat[i + 1] = 1;
    FILE *field = fopen("field.txt", "w");
#pragma acc enter data copyin(heat[0:n]) create(next[0:n])
    step(n, heat, next);
    step(n, next, heat);
    for (int i = 0; i < n; ++i) heat[i] += 0;
#pragma acc update self(heat[0:n])
    for (int i = 0; i < n; ++i) fprintf(field, "%g\n", heat[i]);
#pragma acc exit data delete(heat[0:n], next[0:n])
    fclose(field);
}
