// case: an update names parts: without a length, several of one variable, rows behind pointers
// expect-portable: #pragma omp target update from(a[2:4])
// expect-portable: #pragma omp target update from(m[row:3 - row])
// expect-portable: #pragma omp target update from(m,s.w[1:3])
// expect-portable: #pragma omp target update to(a[0:1]) if(rows > 1)
// expect-portable: #pragma omp target update to(a[5:1]) if(rows > 1)
// expect-portable: #pragma omp target update from(p[1][0:4])
#include <stdio.h>

int main(void)
{
    int a[6] = {1, 2, 3, 4, 5, 6}, m[3][4] = {{1}}, first[4] = {1, 2, 3, 4}, second[4] = {5, 6, 7, 8};
    int *behind[2] = {first, second}, **p = behind, row = 2, rows = 3;
    struct { int w[4]; } s = {{1, 2, 3, 4}};
    #pragma acc enter data copyin(a, m, s.w, p[1:1][0:4])
    #pragma acc parallel loop copyin(rows)
    for (int i = 0; i < 4; ++i) {
        a[i + 2] += 10;
        m[rows - 1][i] = 7 * i;
    }
    #pragma acc update self(a[2:])
    #pragma acc update self(m[row:])
    #pragma acc update self(m[:][:], s.w[1:])
    a[0] = 50;
    a[5] = 60;
    #pragma acc update device(a[0:1], a[5:1]) if(rows > 1)
    #pragma acc update self(a[1:1]) device(a[2:2])
    #pragma acc update self(p[1:1][0:4])
    #pragma acc update self(p[1][0:4])
    #pragma acc exit data copyout(a, m[1:]) finalize
    #pragma acc exit data copyout(p[1][0:4]) delete(s.w)
    for (int i = 0; i < 6; ++i)
        printf("%d %d %d\n", a[i], m[i / 2][i % 2], second[i % 4]);
    return 0;
}
