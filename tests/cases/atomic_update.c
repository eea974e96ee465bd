// case: every operator, over loops of every level, on scalars, elements and members
// expect-portable: #pragma omp atomic update
#include <stdio.h>

struct sums {
    long count;
    double weights[4];
};

int main(void)
{
    int add = 0, product = 1, difference = 9, quotient = 1 << 20, both = -1, either = 0, one = 0, up = 1, down = 1 << 30;
    int swapped = 5, steps = 0, bins[7] = { 0 };
    unsigned char narrow = 0;
    double real = 0;
    struct sums all = { 0, { 0 } };
    #pragma acc parallel loop gang vector copy(add, product, difference, quotient, both, either, one)
    for (int i = 0; i < 1000; ++i) {
        #pragma acc atomic update
        add += i;
        #pragma acc atomic
        product *= 1 + (i % 100 == 1);
        #pragma acc atomic update
        difference = difference - i;
        if (i % 100 == 0) {
            #pragma acc atomic
            quotient /= 2;
        }
        #pragma acc atomic update
        both = both & ~(1 << i % 20);
        #pragma acc atomic update
        either |= 1 << i % 9;
        #pragma acc atomic update
        one = i ^ one;
    }
    #pragma acc parallel copy(up, down, swapped, steps, narrow, real)
    {
        #pragma acc loop gang
        for (int i = 0; i < 10; ++i) {
            #pragma acc atomic
            up <<= 1;
            #pragma acc atomic
            down = down >> 1;
            #pragma acc loop worker
            for (int j = 0; j < 10; ++j) {
                #pragma acc atomic
                swapped = 1 - swapped;
                #pragma acc loop vector
                for (int k = 0; k < 10; ++k) {
                    #pragma acc atomic
                    steps++;
                    #pragma acc atomic
                    --narrow;
                    #pragma acc atomic
                    real = 0.5 + real;
                }
            }
        }
    }
    #pragma acc parallel loop gang worker vector copy(bins, all)
    for (int i = 0; i < 1000; ++i) {
        #pragma acc atomic update
        bins[i * i % 7] += 1;
        #pragma acc atomic update
        (all.count)++;
        #pragma acc atomic update
        all.weights[i % 4] += i / 2.0;
    }
    printf("%d %d %d %d %d %d %d\n", add, product, difference, quotient, both, either, one);
    printf("%d %d %d %d %d %g\n", up, down, swapped, steps, narrow, real);
    for (int i = 0; i < 7; ++i)
        printf("%d ", bins[i]);
    printf("%ld %g %g\n", all.count, all.weights[0], all.weights[3]);
    return 0;
}
