// case: atomic on types of every width, behind pointers and in bit-fields
// expect-portable: #pragma omp atomic update
#include <stdio.h>

struct packed {
    unsigned low : 12, high : 20;
};

int main(void)
{
    signed char narrow = 0;
    unsigned short words = 0;
    long long wide = 0;
    float single = 0;
    long double extended = 0;
    _Bool any = 0;
    struct packed bits = { 0, 0 };
    int cells[8] = { 0 }, *p = cells;
    double rows[4][4] = { 0 };
    #pragma acc parallel loop gang vector copy(narrow, words, wide, single, extended, any, bits, p[0:8], rows)
    for (int i = 0; i < 1024; ++i) {
        #pragma acc atomic
        narrow += 3;
        #pragma acc atomic
        words -= i;
        #pragma acc atomic
        wide += 1LL << 33;
        #pragma acc atomic
        single += 0.5f;
        #pragma acc atomic
        extended += 0.25L;
        #pragma acc atomic
        any |= i == 77;
        #pragma acc atomic
        bits.high += 5;
        #pragma acc atomic
        *(p + i % 8) += i;
        #pragma acc atomic
        rows[i % 4][i / 4 % 4] += 1;
    }
    printf("%d %u %lld %g %Lg %d %u %u\n", narrow, words, wide, single, extended, any, bits.low, bits.high);
    printf("%d %d %g %g\n", cells[0], cells[7], rows[0][0], rows[3][3]);
    return 0;
}
