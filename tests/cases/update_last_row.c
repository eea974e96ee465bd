// case: the last row without a length is one row, of which `update` copies a part
// expect-portable: #pragma omp target update from(s.r[2][3:1])
// expect-portable: #pragma omp target update from(a[2][1:2])
// expect-portable: #pragma omp target update from(s.c[1][2][1:2])
#include <stdio.h>

struct grid { int n; int r[3][4]; int c[2][3][4]; };

static struct grid s;
static int a[3][4];

int main(void)
{
    #pragma acc data copyin(s, a)
    {
        #pragma acc parallel loop present(s, a)
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 4; ++j) {
                s.r[i][j] = 10 + i + j;
                a[i][j] = 20 + i * j;
                s.c[1][i][j] = 30 + i - j;
            }
        #pragma acc update self(s.r[2:][3:1])
        #pragma acc update self(a[2:][1:2])
        #pragma acc update self(s.c[1:][2:][1:2])
    }
    printf("%d %d %d %d %d\n", s.r[2][3], a[2][1], a[2][2], s.c[1][2][1], s.c[1][2][2]);
    return 0;
}
