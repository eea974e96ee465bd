// case: parts of the rows of an array are updated row by row, and a range of one element is a subscript
// expect-portable: #pragma omp target update from(__clacc_row_1__[1:k])
// expect-portable: __typeof__(&a[1 + __clacc_index_1__][0]) __clacc_row_1__ = a[1 + __clacc_index_1__]; (void)__clacc_row_1__;
// expect-portable: #pragma omp target update from(g[2][3:2]) nowait depend(inout : *acc2omp_async2dep(1))
// expect-portable: #pragma omp target update from(a[0:n][0:m])
// expect-portable: #pragma omp target update from(a[3:1],g[k:1])
// expect-portable: #pragma omp target update to(__clacc_row_2__[2:2])
#include <stdio.h>

enum { N = 12, M = 14 };

struct s {
    int v[6][8];
    int n;
} s, *e = &s;

double g[N][M], cube[4][5][6];
int bad;

static char queues[16];

char *acc2omp_async2dep(int async)
{
    return &queues[async + 3];
}

/* Whether the device has memory of its own. On the host, all elements have one value. */
int is_apart(void)
{
    int apart = 0;
    #pragma acc parallel copyin(apart)
    apart = 1;
    return !apart;
}

void set(int n, int m, double a[n][m], double x)
{
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < m; ++j)
            a[i][j] = x;
}

/* The elements that were copied are 2, the others 1. */
void check(int n, int m, double a[n][m], int row, int rows, int column, int columns)
{
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < m; ++j) {
            int is_copied = i >= row && i < row + rows && j >= column && j < column + columns;
            bad += a[i][j] != (is_copied ? 2 : 1);
        }
    set(n, m, a, 1);
}

void planes(int n, int m, int k, double a[n][m], double (*b)[M])
{
    set(n, m, a, 2);
    set(N, M, g, 2);
    set(n, M, b, 2);
    #pragma acc enter data copyin(a[0:n][0:m], g, b[0:n])
    set(n, m, a, 1);
    set(N, M, g, 1);
    set(n, M, b, 1);
    #pragma acc update self(a[1:n-2][1:k])
    check(n, m, a, 1, n - 2, 1, k);
    #pragma acc update self(a[0:n][2:1], g[0:N][0:k]) if(n > 3)
    check(n, m, a, 0, n, 2, 1);
    #pragma acc update self(a[2:1][1:k])
    check(n, m, a, 2, 1, 1, k);
    #pragma acc update self(a[0:n][2:1]) async(1)
    #pragma acc update self(g[2][3:2]) async(1)
    #pragma acc wait(1)
    check(n, m, a, 0, n, 2, 1);
    check(N, M, g, 0, N, 0, k);
    #pragma acc update self(b[1:2][k:3], g[N-1:1][1:4])
    check(n, M, b, 1, 2, k, 3);
    check(N, M, g, N - 1, 1, 1, 4);
    #pragma acc update self(a[0:n][0:m])
    check(n, m, a, 0, n, 0, m);
    #pragma acc update self(a[3][:], g[k:1][:])
    check(n, m, a, 3, 1, 0, m);
    check(N, M, g, k, 1, 0, M);
    #pragma acc update self(a[:n][1:2], g[:][1:2])
    check(n, m, a, 0, n, 1, 2);
    check(N, M, g, 0, N, 1, 2);
    set(n, m, a, 3);
    #pragma acc update device(a[1:n-2][1:k])
    #pragma acc exit data copyout(a[0:n][0:m]) delete(g, b[0:n])
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < m; ++j)
            bad += a[i][j] != (i >= 1 && i < n - 1 && j >= 1 && j < 1 + k ? 3 : 2);
}

void cubes(void)
{
    #pragma acc enter data copyin(s, cube)
    for (int i = 0; i < 48; ++i)
        s.v[i / 8][i % 8] = 1;
    set(20, 6, cube[0], 1);
    #pragma acc update device(s.v[1:3][2:2])
    #pragma acc update device(cube[1:2][1:3][2:2], e->v[4:2][5:1])
    #pragma acc update device(cube[3:1][1:3][:], cube[0][0:2][1:1])
    for (int i = 0; i < 48; ++i)
        s.v[i / 8][i % 8] = 5;
    set(20, 6, cube[0], 5);
    #pragma acc exit data copyout(s, cube)
    for (int i = 0; i < 6; ++i)
        for (int j = 0; j < 8; ++j)
            bad += s.v[i][j] != (i >= 1 && i < 4 && j >= 2 && j < 4 || i >= 4 && j == 5);
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 5; ++j)
            for (int k = 0; k < 6; ++k) {
                int is_inner = i >= 1 && i < 3 && j >= 1 && j < 4 && k >= 2 && k < 4;
                int is_outer = i == 3 && j >= 1 && j < 4 || i == 0 && j < 2 && k == 1;
                bad += cube[i][j][k] != (is_inner || is_outer);
            }
}

int main(void)
{
    double a[10][9], b[10][M];
    if (is_apart()) {
        planes(10, 9, 5, a, b);
        cubes();
    }
    printf("%d\n", bad);
    return bad;
}
