/* Sums of columns in one array. */
#include <stdio.h>

int main(void)
{
    enum { ROWS = 100, COLUMNS = 4 };
    double values[ROWS][COLUMNS], sums[COLUMNS] = {0};
    for (int i = 0; i < ROWS; ++i)
        for (int j = 0; j < COLUMNS; ++j)
            values[i][j] = j;
    #pragma acc parallel loop reduction(+: sums) copyin(values)
    for (int i = 0; i < ROWS; ++i)
        for (int j = 0; j < COLUMNS; ++j)
            sums[j] += values[i][j];
    printf("%g %g %g %g\n", sums[0], sums[1], sums[2], sums[3]);
    return sums[3] != 3 * ROWS;
}
