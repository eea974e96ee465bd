// case: the constant has the type of the expression; the combined directive is wrapped as a whole
// expect-text: const unsigned long __clang_acc_num_workers__ = w + 1;
// expect-omp: #pragma omp target teams map(hold,from: a) shared(a)
// expect-omp: #pragma omp distribute parallel for num_threads(__clang_acc_num_workers__) shared(a)
#include <stdio.h>

int a[12];
unsigned long w = 1;

int main(void)
{
    int sum = 0;
    #pragma acc parallel loop gang worker num_workers(w + 1) copyout(a)
    for (int i = 0; i < 12; ++i)
        a[i] = 3 * i;
    for (int i = 0; i < 12; ++i)
        sum += a[i];
    printf("%d %lu\n", sum, w);
    return sum != 198;
}
