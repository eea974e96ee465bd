// case: compare, an extension of OpenACC, is that of OpenMP
// expect-omp: #pragma omp target teams map(hold,tofrom: least,most,first) shared(most,least,first)
// expect-omp: #pragma omp distribute parallel for simd shared(most,least,first)
// expect-omp: #pragma omp atomic compare
// expect-omp: #pragma omp atomic compare
// expect-omp: #pragma omp atomic compare
#include <stdio.h>

int main(void)
{
    int least = 1000, most = -1, first = -1;
    #pragma acc parallel loop gang worker vector copy(least, most, first)
    for (int i = 0; i < 1000; ++i) {
        int value = i * 7919 % 1000;
        #pragma acc atomic compare
        most = most < value ? value : most;
        #pragma acc atomic compare
        if (value < least) { least = value; }
        #pragma acc atomic compare
        if (first == -1) { first = 5; }
    }
    printf("%d %d %d\n", least, most, first);
    return 0;
}
