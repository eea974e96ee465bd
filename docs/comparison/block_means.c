/*
 * Means of the columns of each block of rows: each gang has an array of sums, to which its workers add.
 *
 * A reduction of an array (OpenACC 2.7 and later): 5 blocks of 8 rows and 4 columns. Each mean is known, so it is checked.
 */
#include <math.h>
#include <stdio.h>

enum { BLOCKS = 5, ROWS = 8, COLUMNS = 4 };

int main(void)
{
    double values[BLOCKS * ROWS][COLUMNS], means[BLOCKS][COLUMNS], sums[COLUMNS];
    for (int row = 0; row < BLOCKS * ROWS; ++row)
        for (int column = 0; column < COLUMNS; ++column)
            values[row][column] = row / ROWS + 10 * column;
    #pragma acc parallel loop gang private(sums) copyin(values) copyout(means)
    for (int block = 0; block < BLOCKS; ++block) {
        for (int column = 0; column < COLUMNS; ++column)
            sums[column] = 0;
        #pragma acc loop worker reduction(+: sums)
        for (int row = block * ROWS; row < (block + 1) * ROWS; ++row)
            for (int column = 0; column < COLUMNS; ++column)
                sums[column] += values[row][column];
        for (int column = 0; column < COLUMNS; ++column)
            means[block][column] = sums[column] / ROWS;
    }
    int wrong = 0;
    for (int block = 0; block < BLOCKS; ++block)
        for (int column = 0; column < COLUMNS; ++column)
            wrong += fabs(means[block][column] - (block + 10 * column)) > 1e-12;
    printf("block_means: last=%g wrong=%d\n", means[BLOCKS - 1][COLUMNS - 1], wrong);
    puts(wrong ? "FAIL" : "PASS");
    return wrong != 0;
}
