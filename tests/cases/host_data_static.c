// case: variables with static storage duration, which clang 19 does not compile in the clauses
// expect-portable: #pragma omp target data use_device_ptr(__clacc_device_pointer_table__,__clacc_device_pointer_cursor__)
// expect-portable: double *table = __clacc_device_pointer_table__;
// expect-portable: #pragma omp target data use_device_ptr(__clacc_host_pointer_grid__) if(often > 0)
// expect-portable: __clacc_device_pointer_grid__ = __clacc_host_pointer_grid__;
// expect-portable: float (*grid)[6] = __clacc_device_pointer_grid__;
#include <stdio.h>

#define N 30

double table[N], *cursor;
typedef float cell;
static cell grid[4][6];

static void scale(double *values, int n, double by)
{
    #pragma acc parallel loop deviceptr(values)
    for (int i = 0; i < n; ++i)
        values[i] *= by;
}

static void shift(cell (*rows)[6], int n, int by)
{
    #pragma acc parallel loop gang collapse(2) deviceptr(rows)
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < 6; ++j)
            rows[i][j] += by;
}

int main(void)
{
    double sum = 0;
    int often = 1;
    static double local[N];
    cursor = local;
    for (int i = 0; i < N; ++i)
        table[i] = local[i] = i;
    for (int i = 0; i < 24; ++i)
        grid[i / 6][i % 6] = i;
    #pragma acc enter data copyin(table, local, grid)
    #pragma acc host_data use_device(table, cursor)
    {
        scale(table, N, 3);
        scale(&table[10], 10, 2);
        scale(cursor, N, 4);
    }
    #pragma acc host_data use_device(grid) if(often > 0)
    {
        shift(grid, 4, 100);
        shift(grid + 2, 1, 1000);
    }
    #pragma acc exit data copyout(table, local, grid)
    for (int i = 0; i < N; ++i)
        sum += table[i] + 10 * cursor[i];
    printf("%g %g %g\n", sum, (double)grid[1][1], (double)grid[2][5]);
    return 0;
}
