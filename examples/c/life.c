/*
 * Conway's game of life on a torus.
 *
 * This file has CRLF line ends, and its directives continue over lines. Shows `if` on `update`, `create`
 * for the scratch board, `private` for a loop's helpers, and a `reduction` that counts the living cells.
 */
#include <stdio.h>

#define ROWS 48
#define COLUMNS 64
#define GENERATIONS 120

static unsigned char board[ROWS][COLUMNS], next[ROWS][COLUMNS];

static const char *const glider[] = {".#.", "..#", "###"};

static void put(int row, int column)
{
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            board[row + i][column + j] = glider[i][j] == '#';
}

static int count_alive(void)
{
    int alive = 0;
    #pragma acc parallel loop gang vector collapse(2) \
        present(board) \
        reduction(+:alive)
    for (int i = 0; i < ROWS; ++i)
        for (int j = 0; j < COLUMNS; ++j)
            alive += board[i][j];
    return alive;
}

static void advance(void)
{
    int up, down, neighbours;
    #pragma acc parallel present(board, \
                                 next)
    {
        #pragma acc loop gang private(up, down)
        for (int i = 0; i < ROWS; ++i) {
            up = (i + ROWS - 1) % ROWS;
            down = (i + 1) % ROWS;
            #pragma acc loop worker private(neighbours)
            for (int j = 0; j < COLUMNS; ++j) {
                int left = (j + COLUMNS - 1) % COLUMNS, right = (j + 1) % COLUMNS;
                neighbours = board[up][left] + board[up][j] + board[up][right]
                             + board[i][left] + board[i][right]
                             + board[down][left] + board[down][j] + board[down][right];
                next[i][j] = neighbours == 3 || (neighbours == 2 && board[i][j]);
            }
        }
    }
    #pragma acc parallel loop gang present(board, next)
    for (int i = 0; i < ROWS; ++i) {
        #pragma acc loop vector
        for (int j = 0; j < COLUMNS; ++j)
            board[i][j] = next[i][j];
    }
}

int main(void)
{
    int counted = 0, seen_half_way = 0;
    put(1, 1);
    put(10, 20);
    put(30, 40);
    #pragma acc data copy(board) create(next)
    {
        for (int g = 0; g < GENERATIONS; ++g) {
            advance();
            #pragma acc update self(board) \
                if(g == GENERATIONS / 2 - 1)
            if (g == GENERATIONS / 2 - 1)
                for (int i = 0; i < ROWS; ++i)
                    for (int j = 0; j < COLUMNS; ++j)
                        seen_half_way += board[i][j] * (i + j);
        }
        counted = count_alive();
    }

    /* A glider moves by one cell down and right in four generations. */
    int wrong = counted != 15, alive = 0, checksum = 0;
    for (int i = 0; i < ROWS; ++i)
        for (int j = 0; j < COLUMNS; ++j) {
            alive += board[i][j];
            checksum += board[i][j] * (i * COLUMNS + j);
        }
    wrong += alive != counted;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            int step = GENERATIONS / 4;
            wrong += board[(1 + step + i) % ROWS][(1 + step + j) % COLUMNS] != (glider[i][j] == '#');
        }
    printf("life: alive=%d half_way=%d checksum=%d\n", alive, seen_half_way, checksum);
    printf("%s\n", wrong ? "FAIL" : "PASS");
    return wrong != 0;
}
