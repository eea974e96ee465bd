/* One smoothing step, with the border left alone. */
#include "field.h"

int field_smoothed_cell(const field *from, int index)
{
    int row = index / WIDTH, column = index % WIDTH;
    if (row == 0 || row == HEIGHT - 1 || column == 0 || column == WIDTH - 1)
        return from->cell[index];
    return (from->cell[index - WIDTH] + from->cell[index + WIDTH] + from->cell[index - 1] + from->cell[index + 1]) / 4;
}

void field_smooth(field *to, const field *from)
{
    const int *old = from->cell;
    int *new = to->cell;
    #pragma acc data copyin(old[0:CELLS]) copyout(new[0:CELLS])
    {
        #pragma acc parallel loop present(old[0:CELLS], new[0:CELLS])
        for (int i = 0; i < CELLS; ++i)
            new[i] = old[i];
        #pragma acc parallel loop collapse(2) present(old[0:CELLS], new[0:CELLS])
        for (int row = 1; row < HEIGHT - 1; ++row)
            for (int column = 1; column < WIDTH - 1; ++column) {
                int i = row * WIDTH + column;
                new[i] = (old[i - WIDTH] + old[i + WIDTH] + old[i - 1] + old[i + 1]) / 4;
            }
    }
}
