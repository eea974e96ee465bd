// case: a firstprivate part of what a pointer points to is a copy made before the construct, even where the part is present
// expect-omp: #pragma omp target data map(hold,tofrom: c[0:n])
// expect-omp: #pragma omp target teams num_teams(3) firstprivate(k,__clacc_firstprivate_c__) map(hold,from: out) shared(out)
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp target teams num_teams(2) firstprivate(__clacc_firstprivate_c__,__clacc_firstprivate_r__) map(hold,tofrom: out) shared(out) firstprivate(n)
// expect-omp: #pragma omp distribute
// expect-text: double __clacc_firstprivate_c__[n]; __builtin_memcpy(__clacc_firstprivate_c__, c, sizeof __clacc_firstprivate_c__);
// expect-text: double *c = __clacc_firstprivate_c__;
// expect-text: double __clacc_firstprivate_c__[2 + n]; __builtin_memcpy(__clacc_firstprivate_c__ + 2, c + 2, n * sizeof *__clacc_firstprivate_c__);
// expect-text: int __clacc_firstprivate_r__[2][3]; __builtin_memcpy(__clacc_firstprivate_r__, r, sizeof __clacc_firstprivate_r__);
// expect-text: int (*r)[3] = __clacc_firstprivate_r__;
#include <stdio.h>

int main(void)
{
    double storage[8], out[6];
    int rows[2][3] = {{1, 2, 3}, {4, 5, 6}}, n = 4, k = 5, bad = 0;
    double *c = storage;
    int (*r)[3] = rows;
    for (int i = 0; i < 8; ++i)
        storage[i] = i;
    #pragma acc data copy(c[0:n])
    {
        c[1] = 10;
        #pragma acc parallel num_gangs(3) firstprivate(k, c[0:n]) copyout(out)
        {
            #pragma acc loop gang
            for (int i = 0; i < 6; ++i) {
                c[0] = i;
                out[i] = c[0] + c[1] + k;
            }
        }
        c[1] = 1;
    }
    for (int i = 0; i < 6; ++i)
        bad += out[i] != i + 15;
    #pragma acc parallel loop gang num_gangs(2) firstprivate(c[2:n], r[0:2])
    for (int i = 0; i < 6; ++i) {
        r[1][2] = i;
        out[i] = c[n + 1] + r[1][2] + r[0][1];
    }
    for (int i = 0; i < 6; ++i)
        bad += out[i] != n + 1 + i + 2;
    for (int i = 2; i < 8; ++i)
        bad += c[i] != i;
    printf("%d\n", bad);
    return bad;
}
