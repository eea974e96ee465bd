// case: a num_workers known only at run time is kept in a constant in front of the kernel
// expect-text: const int __clang_acc_num_workers__ = w;
// expect-omp: #pragma omp target teams map(hold,from: m) shared(m)
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp parallel for num_threads(__clang_acc_num_workers__) shared(m,i)
#include <stdio.h>

int m[4][6], w = 3;

int main(void)
{
    int sum = 0;
    #pragma acc parallel num_workers(w) copyout(m)
    {
        #pragma acc loop gang
        for (int i = 0; i < 4; ++i) {
            #pragma acc loop worker
            for (int j = 0; j < 6; ++j)
                m[i][j] = 10 * i + j;
        }
    }
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 6; ++j)
            sum += m[i][j];
    printf("%d %d\n", sum, w);
    return sum != 420;
}
