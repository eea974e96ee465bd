// drop: copy(mesh.value[0:mesh.size]) -> copyin(mesh.value[0:mesh.size])
// device: stdout, line 1, column 13: expected 6, found 2 (they differ by 4.00, relatively 0.67); 1 of 1 lines differs
#include <stdio.h>
#include <stdlib.h>

struct mesh {
    int size;
    double scale, *value;
};

int main(void) {
    struct mesh mesh = {5, 3, malloc(5 * sizeof(double))};
    for (int i = 0; i < mesh.size; ++i) mesh.value[i] = i;
#pragma acc parallel loop copyin(mesh) copy(mesh.value[0:mesh.size])
    for (int i = 0; i < mesh.size; ++i) mesh.value[i] *= mesh.scale;
    printf("values: 0 3 %g %g %g\n", mesh.value[2], mesh.value[3], mesh.value[4]);
    free(mesh.value);
}
