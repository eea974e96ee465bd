/*
 * Sparse matrix times vector, the matrix in compressed sparse row form.
 *
 * Shows struct members in data clauses: the three arrays of a matrix are copied as `m->...` subarrays and
 * are named again in the loop. The matrix is the five-point Laplacian of a square, so the expected product
 * has a closed form.
 */
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int rows;
    int entries;
    int *first;    /* rows + 1 offsets into the two arrays below */
    int *column;   /* entries */
    double *value; /* entries */
} csr_matrix;

static int append(csr_matrix *m, int column, double value)
{
    m->column[m->entries] = column;
    m->value[m->entries] = value;
    return ++m->entries;
}

static int laplacian(csr_matrix *m, int side)
{
    m->rows = side * side;
    m->entries = 0;
    m->first = malloc((m->rows + 1) * sizeof *m->first);
    m->column = malloc(5 * m->rows * sizeof *m->column);
    m->value = malloc(5 * m->rows * sizeof *m->value);
    if (!m->first || !m->column || !m->value)
        return 0;
    m->first[0] = 0;
    for (int row = 0; row < m->rows; ++row) {
        int x = row % side, y = row / side;
        if (y > 0)
            append(m, row - side, -1.0);
        if (x > 0)
            append(m, row - 1, -1.0);
        append(m, row, 4.0);
        if (x < side - 1)
            append(m, row + 1, -1.0);
        if (y < side - 1)
            append(m, row + side, -1.0);
        m->first[row + 1] = m->entries;
    }
    return 1;
}

static void multiply(const csr_matrix *m, const double *x, double *y)
{
    const int rows = m->rows;
    #pragma acc parallel loop gang worker num_workers(4) \
        copyin(m->first[0:rows + 1], m->column[0:m->entries], m->value[0:m->entries], x[0:rows]) \
        copyout(y[0:rows])
    for (int row = 0; row < rows; ++row) {
        double sum = 0.0;
        #pragma acc loop seq
        for (int k = m->first[row]; k < m->first[row + 1]; ++k)
            sum += m->value[k] * x[m->column[k]];
        y[row] = sum;
    }
}

/* The Laplacian of x*y+1 is zero inside. At an edge it is the value of the missing neighbour. */
static double expected(int row, int side)
{
    int x = row % side, y = row / side;
    double sum = 0.0;
    sum += y == 0 ? x * (y - 1) + 1.0 : 0.0;
    sum += x == 0 ? (x - 1) * y + 1.0 : 0.0;
    sum += x == side - 1 ? (x + 1) * y + 1.0 : 0.0;
    sum += y == side - 1 ? x * (y + 1) + 1.0 : 0.0;
    return sum;
}

int main(void)
{
    const int side = 40;
    csr_matrix m;
    if (!laplacian(&m, side))
        return 1;
    double *x = malloc(m.rows * sizeof *x);
    double *y = calloc(m.rows, sizeof *y);
    if (!x || !y)
        return 1;
    for (int row = 0; row < m.rows; ++row)
        x[row] = (row % side) * (double)(row / side) + 1.0;

    multiply(&m, x, y);

    int wrong = 0;
    double checksum = 0.0;
    for (int row = 0; row < m.rows; ++row) {
        wrong += y[row] != expected(row, side);
        checksum += y[row];
    }
    printf("spmv_csr: rows=%d entries=%d checksum=%.1f\n", m.rows, m.entries, checksum);
    printf("%s\n", wrong ? "FAIL" : "PASS");
    free(m.first);
    free(m.column);
    free(m.value);
    free(x);
    free(y);
    return wrong != 0;
}
