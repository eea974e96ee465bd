/* Fills a field. This part of the program shows a kernel in a file of its own. */
#include "field.h"

void field_fill(field *f, int seed)
{
    int *cell = f->cell;
    #pragma acc parallel loop gang copyout(cell[0:CELLS]) firstprivate(seed)
    for (int row = 0; row < HEIGHT; ++row) {
        #pragma acc loop vector
        for (int column = 0; column < WIDTH; ++column)
            cell[row * WIDTH + column] = (row * seed + column * column) % 256;
    }
    field_shift(f, 1);
}
