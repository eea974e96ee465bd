/* Rows behind a table of pointers. */
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int n = 8, m = 16, wrong = 0;
    double **rows = malloc(n * sizeof *rows);
    for (int i = 0; i < n; ++i)
        rows[i] = calloc(m, sizeof **rows);
    #pragma acc parallel loop collapse(2) copy(rows[0:n][0:m])
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < m; ++j)
            rows[i][j] += i * m + j;
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < m; ++j)
            wrong += rows[i][j] != i * m + j;
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
