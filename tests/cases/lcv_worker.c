// case: an assigned loop variable is private on parallel for, after the written clauses
// expect-omp: #pragma omp target teams map(hold,from: m) shared(m)
// expect-omp: #pragma omp distribute private(i)
// expect-omp: #pragma omp parallel for num_threads(2) private(t) private(j) shared(i,m)
#include <stdio.h>

int m[2][6];

int main(void)
{
    int i, j, t, sum = 0;
    #pragma acc parallel num_workers(2) copyout(m)
    {
        #pragma acc loop gang
        for (i = 0; i < 2; i++) {
            #pragma acc loop worker private(t)
            for (j = 0; j < 6; j++) {
                t = i + j;
                m[i][j] = t * t;
            }
        }
    }
    for (i = 0; i < 2; i++)
        for (j = 0; j < 6; j++)
            sum += m[i][j];
    printf("%d\n", sum);
    return sum != 146;
}
