// case: the forms of a subarray: start and length, length only, start only, neither; computed bounds
// expect-omp: #pragma omp target data map(hold,tofrom: a[:]) map(hold,to: b[2:]) map(hold,to: c[:4]) map(hold,to: d[n / 2:n - 2])
// expect-omp: #pragma omp target teams map(present,hold,alloc: a[:],b[2:],c[:4]) map(present,hold,alloc: d[n / 2:n - 2]) shared(a,b,c,d)
// expect-omp: #pragma omp distribute
#include <stdio.h>

int a[4], b[6] = {0, 0, 1, 2, 3, 4}, c[6] = {5, 6, 7, 8}, d[7] = {0, 0, 0, 9, 8, 7, 6};
int n = 6;

int main(void)
{
    int sum = 0;
    #pragma acc data copy(a[:]) copyin(b[2:]) copyin(c[:4]) copyin(d[n / 2:n - 2])
    {
        #pragma acc parallel loop present(a[:], b[2:], c[:4]) present(d[n/2:n-2])
        for (int i = 0; i < 4; ++i)
            a[i] = b[i + 2] * c[i] + d[i + 3];
    }
    for (int i = 0; i < 4; ++i)
        sum += a[i];
    printf("%d\n", sum);
    return sum != 100;
}
