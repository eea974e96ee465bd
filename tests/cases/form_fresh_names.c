// case: names that the translation introduces are not those of the program
// expect-text: const int __clang_acc_num_workers_2__ = __clang_acc_num_workers__ + 1;
// expect-text: #pragma omp distribute parallel for num_threads(__clang_acc_num_workers_2__) shared(a,__clang_acc_num_workers__)
// expect-portable: #pragma omp target teams map(from: b[0:N]) shared(b)
#include <stdio.h>

#define OUT(x) copyout(x)
#define WORKERS(n) num_workers(n)
#define N 8

int a[N];

int main(void)
{
    int b[N];
    int __clang_acc_num_workers__ = 3;
    #pragma acc parallel loop gang worker num_workers(__clang_acc_num_workers__ + 1) copyout(a)
    for (int i = 0; i < N; ++i)
        a[i] = i * __clang_acc_num_workers__;
    #pragma acc parallel loop gang worker WORKERS(a[1]) OUT(b[0:N])
    for (int i = 0; i < N; ++i)
        b[i] = i;
    int sum = 0;
    for (int i = 0; i < N; ++i)
        sum += a[i] + b[i];
    printf("%d\n", sum);
    return sum != 112;
}
