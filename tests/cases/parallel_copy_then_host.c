// case: copyout on a kernel inside an enclosing copy of other data
// expect-omp: #pragma omp target data map(hold,to: in)
// expect-omp: #pragma omp target teams map(hold,from: out[0:4]) shared(out,in)
// expect-omp: #pragma omp distribute
#include <stdio.h>

int in[8] = {1, 2, 3, 4, 5, 6, 7, 8}, out[4];

int main(void)
{
    int sum = 0;
    #pragma acc data copyin(in)
    {
        #pragma acc parallel loop copyout(out[0:4])
        for (int i = 0; i < 4; ++i)
            out[i] = in[2 * i + 1];
        for (int i = 0; i < 4; ++i)
            sum += out[i];
    }
    printf("%d\n", sum);
    return sum != 20;
}
