/*
 * Shared by the three files of this program: the field, its layout, and small kernels that every file may
 * inline. The kernels carry their own directives, so this header has to be translated as the sources are.
 */
#ifndef FIELD_H
#define FIELD_H

#define WIDTH 96
#define HEIGHT 64
#define CELLS (WIDTH * HEIGHT)

typedef struct {
    int cell[CELLS];
} field;

/* Add `amount` to every cell. */
static inline void field_shift(field *f, int amount)
{
    int *cell = f->cell;
    #pragma acc parallel loop copy(cell[0:CELLS])
    for (int i = 0; i < CELLS; ++i)
        cell[i] += amount;
}

/* Sum of all cells. */
static inline long field_sum(const field *f)
{
    const int *cell = f->cell;
    long sum = 0;
    #pragma acc parallel loop gang vector reduction(+:sum) copyin(cell[0:CELLS])
    for (int i = 0; i < CELLS; ++i)
        sum += cell[i];
    return sum;
}

void field_fill(field *f, int seed);                   /* field.c */
void field_smooth(field *to, const field *from);       /* smooth.c */
int field_smoothed_cell(const field *from, int index); /* smooth.c: the plain C definition */

#endif
