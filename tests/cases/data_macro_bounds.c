// case: macros in a clause are expanded in the OpenMP line, enumerators are not
// expect-omp: #pragma omp target data map(hold,tofrom: a[0:12])
// expect-omp: #pragma omp target teams map(present,hold,alloc: a[0:COUNT]) shared(a)
// expect-omp: #pragma omp distribute
#include <stdio.h>

#define LENGTH 12
#define ALL(v) v[0:LENGTH]
enum { COUNT = LENGTH };

int a[LENGTH];

int main(void)
{
    int sum = 0;
    #pragma acc data copy(ALL(a))
    {
        #pragma acc parallel loop present(a[0:COUNT])
        for (int i = 0; i < LENGTH; ++i)
            a[i] = i;
    }
    for (int i = 0; i < COUNT; ++i)
        sum += a[i];
    printf("%d\n", sum);
    return sum != 66;
}
