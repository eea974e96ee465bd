// case: the clauses of a combined directive go to the half that takes them, in their order
// expect-omp: #pragma omp target teams map(hold,to: a) num_teams(2) firstprivate(k) map(hold,from: b) shared(a,b)
// expect-omp: #pragma omp distribute parallel for simd num_threads(2) simdlen(4) collapse(2) private(t) shared(a,b,k)
#include <stdio.h>

int a[4][5], b[4][5];

int main(void)
{
    int t = 0, k = 3, sum = 0;
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 5; ++j)
            a[i][j] = i + j;
    #pragma acc parallel loop collapse(2) copyin(a) gang num_gangs(2) private(t) worker num_workers(2) vector \
        vector_length(4) firstprivate(k) copyout(b) independent
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 5; ++j) {
            t = a[i][j];
            b[i][j] = t * k;
        }
    t = 0;
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 5; ++j)
            sum += b[i][j] + t;
    printf("%d\n", sum);
    return sum != 210;
}
