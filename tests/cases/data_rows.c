// case: elements behind tables of pointers are mapped row by row, and attached to the table
// expect-portable: #pragma omp target data map(to: a[0:n]) map(to: b[0:n])
// expect-portable: for (long long __clacc_index_1__ = 0; __clacc_index_1__ < n; ++__clacc_index_1__) {
// expect-portable: #pragma omp target enter data map(to: __clacc_row_1__[0:m])
// expect-portable: acc_attach((void **)&a[__clacc_index_1__]);
// expect-portable: acc_detach((void **)&b[__clacc_index_1__]);
// expect-portable: #pragma omp target exit data map(from: __clacc_row_1__[0:m])
// expect-portable: #pragma omp target teams map(to: b[1:n - 1]) shared(b) firstprivate(n)
// expect-portable: const int __clacc_kept_1__ = (size > 1) != 0;
// expect-portable: #pragma omp target data map(to: cube[0:size]) if(__clacc_kept_1__)
// expect-portable: for (long long __clacc_index_2__ = 0; __clacc_index_2__ < 3; ++__clacc_index_2__) {
// expect-portable: #pragma omp target update from(__clacc_row_1__[0:m])
// expect-portable: #pragma omp target exit data map(delete: __clacc_row_1__[0:m])
#include <stdio.h>

void acc_attach(void **pointer)
{
    char *target = *pointer;
    #pragma omp target map(alloc: pointer[0:1], target[0:1])
    *pointer = target;
}

void acc_detach(void **pointer)
{
    unsigned long target = (unsigned long)*pointer;
    #pragma omp target map(alloc: pointer[0:1]) firstprivate(target)
    *pointer = (void *)target;
}

void acc_detach_finalize(void **pointer)
{
    acc_detach(pointer);
}

int size = 2;
int elements[2][3][2], *planes[2][3], **cube[2];

void shrink(void)
{
    size = 1;
}

int main(void)
{
    int n = 4, m = 3, values[4][3], results[4][3], *a[4], *rows[4], **b = rows;
    for (int i = 0; i < n; ++i) {
        a[i] = values[i];
        b[i] = results[i];
        for (int j = 0; j < m; ++j) {
            values[i][j] = 10 * i + j;
            results[i][j] = 1;
        }
    }
    #pragma acc data copyin(a[0:n][0:m]) copy(b[0:n][0:m])
    {
        #pragma acc parallel loop
        for (int i = 0; i < n; ++i)
            for (int j = 0; j < m; ++j)
                b[i][j] += a[i][j];
        #pragma acc parallel loop present(b[0:n][0:m])
        for (int i = 0; i < n; ++i)
            b[i][0] += 1;
    }
    #pragma acc parallel loop copy(b[1:n - 1][0:2])
    for (int i = 1; i < n; ++i)
        b[i][1] *= 2;
    for (int i = 0; i < 2; ++i) {
        cube[i] = planes[i];
        for (int j = 0; j < 3; ++j)
            planes[i][j] = elements[i][j];
    }
    #pragma acc data copy(cube[0:size][0:3][0:2]) if(size > 1)
    {
        #pragma acc parallel loop
        for (int i = 0; i < 2; ++i)
            for (int j = 0; j < 3; ++j)
                cube[i][j][1] = i + j;
        shrink();
    }
    #pragma acc enter data create(a[0:n][0:m])
    #pragma acc parallel loop present(a[0:n][0:m])
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < m; ++j)
            a[i][j] = i - j;
    #pragma acc update self(a[0:2][0:m])
    #pragma acc exit data copyout(a[0:n][0:m]) finalize
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < m; ++j)
            printf("%d %d\n", values[i][j], results[i][j]);
    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 3; ++j)
            printf("%d\n", elements[i][j][1]);
    return a[0] != values[0] || b[0] != results[0] || cube[1][2] != elements[1][2];
}
