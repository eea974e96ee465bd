// case: two kernels one after the other, each with a constant of its own
// expect-text: const int __clang_acc_num_workers__ = w;
// expect-text: const int __clang_acc_num_workers__ = w * 2;
// expect-omp: #pragma omp target data map(hold,from: a)
// expect-omp: #pragma omp target teams shared(a)
// expect-omp: #pragma omp distribute parallel for num_threads(__clang_acc_num_workers__) shared(a)
// expect-omp: #pragma omp target teams shared(a)
// expect-omp: #pragma omp distribute parallel for num_threads(__clang_acc_num_workers__) shared(a)
#include <stdio.h>

int a[10], w = 2;

int main(void)
{
    int sum = 0;
    #pragma acc data copyout(a)
    {
        #pragma acc parallel loop worker num_workers(w)
        for (int i = 0; i < 10; ++i)
            a[i] = i;
        #pragma acc parallel loop gang worker num_workers(w * 2)
        for (int i = 0; i < 10; ++i)
            a[i] *= i;
    }
    for (int i = 0; i < 10; ++i)
        sum += a[i];
    printf("%d %d\n", sum, w);
    return sum != 285;
}
