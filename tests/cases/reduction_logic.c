// case: logical operators, on an integer and on a floating-point variable
// expect-omp: #pragma omp target teams map(hold,tofrom: all,any) reduction(&&: all) reduction(||: any)
// expect-omp: #pragma omp distribute simd reduction(&&: all) reduction(||: any)
#include <stdio.h>

int main(void)
{
    int all = 1;
    double any = 0.0;
    #pragma acc parallel loop gang vector reduction(&&:all) reduction(||:any)
    for (int i = 0; i < 12; ++i) {
        all = all && i < 12;
        any = any || i == 7;
    }
    printf("%d %.1f\n", all, any);
    return all != 1 || any != 1.0;
}
