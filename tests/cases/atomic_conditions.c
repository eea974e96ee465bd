// case: the condition of an atomic is evaluated, and the statement is atomic whatever it is
// expect-omp: #pragma omp target teams map(hold,tofrom: x,asked) shared(x,asked) firstprivate(often)
// expect-omp: #pragma omp distribute parallel for shared(often,x,asked)
// expect-omp: #pragma omp atomic update
// expect-omp: #pragma omp atomic update
// expect-omp: #pragma omp atomic capture
// expect-text: (void)asked[i]++;
#include <stdio.h>

int main(void)
{
    int x = 0, often = 1, asked[100] = { 0 }, sum = 0;
    #pragma acc parallel loop gang worker copy(x, asked)
    for (int i = 0; i < 100; ++i) {
        int now;
        #pragma acc atomic if(often)
        x += 1;
        #pragma acc atomic update if(asked[i]++)
        x += 2;
        if (i % 2)
            #pragma acc atomic capture if (often == 1 && asked[i]++ > 0)
            { now = x; x = x + 3; }
    }
    for (int i = 0; i < 100; ++i)
        sum += asked[i];
    printf("%d\n", x);
#ifdef _OPENMP
    return sum != 150;
#else
    return sum;
#endif
}
