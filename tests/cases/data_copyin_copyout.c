// case: copyin only comes, copyout only goes
// expect-omp: #pragma omp target data map(hold,to: in) map(hold,from: out)
// expect-omp: #pragma omp target teams map(present,hold,alloc: in,out) shared(out,in)
// expect-omp: #pragma omp distribute
#include <stdio.h>

float in[6], out[6];

int main(void)
{
    float sum = 0.0f;
    for (int i = 0; i < 6; ++i)
        in[i] = (float)i;
    #pragma acc data copyin(in) copyout(out)
    {
        #pragma acc parallel loop present(in, out)
        for (int i = 0; i < 6; ++i)
            out[i] = in[i] * 0.5f;
    }
    for (int i = 0; i < 6; ++i)
        sum += out[i];
    printf("%.2f\n", sum);
    return sum != 7.5f;
}
