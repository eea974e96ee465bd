// case: comments in and around a directive
// expect-omp: #pragma omp target teams num_teams(2) map(hold,from: a) shared(a)
// expect-omp: #pragma omp distribute
// expect-text: /* above */
// expect-text: for (int i = 0; i < 4; ++i) /* at the loop */
#include <stdio.h>

int a[4];

int main(void)
{
    int sum = 0;
    /* above */
    #pragma acc /* here */ parallel loop num_gangs(/* two */ 2) copyout(a) /* at the end */
    for (int i = 0; i < 4; ++i) /* at the loop */
        a[i] = i; // in the loop
    for (int i = 0; i < 4; ++i)
        sum += a[i];
    printf("%d\n", sum);
    return sum != 6;
}
