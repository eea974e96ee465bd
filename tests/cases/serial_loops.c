// case: one gang of one worker with one vector lane: loops have no directive, whatever levels they have
// expect-omp: #pragma omp target teams num_teams(1) thread_limit(1) map(hold,tofrom: a) shared(a) firstprivate(n)
// expect-text: int j;
#include <stdio.h>

int main(void)
{
    int a[6] = {1, 2, 3, 4, 5, 6}, n = 6, j = 77;
    #pragma acc serial copy(a)
    {
        for (int i = 1; i < n; i++)
            a[i] += a[i - 1];
        #pragma acc loop gang
        for (int i = 0; i < n - 1; i++) {
            #pragma acc loop worker vector
            for (j = i + 1; j < n; j++)
                a[j] += a[i] % 7;
        }
    }
    for (int i = 0; i < 6; i++)
        printf("%d ", a[i]);
    printf("%d\n", n);
    return a[5] != 36;
}
