// case: both sizes come from calls: the kept constant first, the evaluated one after it
// expect-text: const int __clang_acc_num_workers__ = size(2);
// expect-text: (void)size(4);
// expect-omp: #pragma omp target teams map(hold,from: m) shared(m)
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp parallel for simd num_threads(__clang_acc_num_workers__) shared(m,i)
#include <stdio.h>

int m[2][5];

int size(int wanted)
{
    return wanted;
}

int main(void)
{
    int sum = 0;
    #pragma acc parallel vector_length(size(4)) num_workers(size(2)) copyout(m)
    {
        #pragma acc loop gang
        for (int i = 0; i < 2; ++i) {
            #pragma acc loop worker vector
            for (int j = 0; j < 5; ++j)
                m[i][j] = i + j;
        }
    }
    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 5; ++j)
            sum += m[i][j];
    printf("%d\n", sum);
    return sum != 25;
}
