// case: a private part of what a pointer points to is a local array of each team, or memory of each team where clang has no array of variable length
// expect-omp: #pragma omp target teams num_teams(3) map(hold,from: out) shared(out) firstprivate(n)
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp target teams num_teams(2) map(hold,tofrom: out) shared(out) firstprivate(n)
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp target teams num_teams(1) map(hold,tofrom: out) shared(out)
// expect-omp: #pragma omp target teams num_teams(1) thread_limit(1) map(hold,from: out) shared(out) firstprivate(n)
// expect-portable: double *c = __builtin_malloc(n * sizeof *c);
// expect-portable: double *c = __builtin_malloc((2 + n) * sizeof *c);
// expect-portable: __builtin_free(c);
// expect-text: int r[2][3];
#include <stdio.h>

int main(void)
{
    double storage[8] = {9, 9, 9, 9, 9, 9, 9, 9}, out[6];
    int rows[2][3] = {{7, 7, 7}, {7, 7, 7}}, n = 4, bad = 0;
    double *c = storage;
    int (*r)[3] = rows;
    #pragma acc parallel num_gangs(3) private(c[0:n]) copyout(out)
    {
        #pragma acc loop gang
        for (int i = 0; i < 6; ++i) {
            for (int k = 0; k < n; ++k)
                c[k] = i + k;
            out[i] = c[0] + c[n - 1];
        }
    }
    for (int i = 0; i < 6; ++i)
        bad += out[i] != 2 * i + 3;
    #pragma acc parallel loop gang num_gangs(2) private(c[2:n], r[0:2])
    for (int i = 0; i < 6; ++i) {
        c[n + 1] = i;
        r[1][2] = i;
        out[i] = c[n + 1] + r[1][2];
    }
    #pragma acc parallel num_gangs(1)
    #pragma acc loop seq private(c[0:2])
    for (int i = 0; i < 6; ++i) {
        c[1] = 1;
        out[i] += c[1];
    }
    for (int i = 0; i < 6; ++i)
        bad += out[i] != 2 * i + 1;
    #pragma acc serial loop private(c[0:n]) copyout(out)
    for (int i = 0; i < 6; ++i) {
        c[n - 1] = i;
        out[i] = c[n - 1] - 1;
    }
    for (int i = 0; i < 6; ++i)
        bad += out[i] != i - 1;
    printf("%d\n", bad);
    return bad;
}
