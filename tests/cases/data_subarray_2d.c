// case: subarrays in two dimensions, on an array and on a pointer to rows
// expect-omp: #pragma omp target data map(hold,tofrom: m[1:2][0:4]) map(hold,to: row[0:4][0:4])
// expect-omp: #pragma omp target teams map(present,hold,alloc: m[1:2][0:4],row[0:4][0:4]) shared(m,row)
// expect-omp: #pragma omp distribute collapse(2)
#include <stdio.h>

int m[4][4], full[4][4];

int main(void)
{
    int (*row)[4] = full, sum = 0;
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
            full[i][j] = 10 * i + j;
    #pragma acc data copy(m[1:2][0:4]) copyin(row[0:4][0:4])
    {
        #pragma acc parallel loop collapse(2) present(m[1:2][0:4], row[0:4][0:4])
        for (int i = 1; i < 3; ++i)
            for (int j = 0; j < 4; ++j)
                m[i][j] = row[i][j] + 1;
    }
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
            sum += m[i][j];
    printf("%d\n", sum);
    return sum != 140;
}
