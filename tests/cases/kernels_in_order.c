// case: one gang executes kernels in order, its workers share independent loops, and scalars are copied
// expect-omp: #pragma omp target teams num_teams(1) map(hold,tofrom: a,b) map(hold,tofrom: last,most) shared(a,last,b,most) firstprivate(n)
// expect-omp: #pragma omp parallel for shared(n,b,last,a)
// expect-omp: #pragma omp parallel for simd reduction(max: most) shared(n,b)
#include <stdio.h>

int main(void)
{
    int a[40], b[40], n = 40, last = -1, most = 0;
    for (int i = 0; i < 40; i++)
        a[i] = (i * 7) % 13;
    #pragma acc kernels copy(a, b)
    {
        for (int i = 1; i < n; i++)
            a[i] += a[i - 1];
        last = a[39];
        #pragma acc loop independent gang
        for (int i = 0; i < n; i++)
            b[i] = last - a[i];
        #pragma acc loop independent gang vector reduction(max:most)
        for (int i = 0; i < n; i++)
            most = b[i] > most ? b[i] : most;
        last += most;
    }
    printf("%d %d %d\n", b[3], last, most);
    return b[3] != 218 || most != 234 || last != 468;
}
