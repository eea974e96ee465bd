// drop: update self(grid[0:ROWS][0:COLUMNS]) -> update self(grid[0:ROWS - 1][0:COLUMNS])
// device: stdout, line 4, column 3: expected 40, found 0 (they differ by 40.00, relatively 1.00); 1 of 4 lines differs
#include <stdio.h>

#define ROWS 4
#define COLUMNS 3

static float grid[ROWS][COLUMNS];

int main(void) {
#pragma acc data create(grid)
    {
#pragma acc parallel loop collapse(2)
        for (int row = 0; row < ROWS; ++row)
            for (int column = 0; column < COLUMNS; ++column) grid[row][column] = 10 * (row + 1) + column;
#pragma acc update self(grid[0:ROWS][0:COLUMNS])
    }
    for (int row = 0; row < ROWS; ++row) printf("[ %g %g %g]\n", grid[row][0], grid[row][1], grid[row][2]);
}
