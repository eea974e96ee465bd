// case: bit operators
// expect-omp: #pragma omp target teams map(hold,tofrom: a,o,x) reduction(&: a) reduction(|: o) reduction(^: x)
// expect-omp: #pragma omp distribute
#include <stdio.h>

int main(void)
{
    unsigned a = ~0u, o = 0u, x = 0u;
    #pragma acc parallel loop reduction(&:a) reduction(|:o) reduction(^:x)
    for (unsigned i = 0; i < 12; ++i) {
        a &= ~(1u << i);
        o |= i;
        x ^= i * i;
    }
    printf("%x %x %x\n", a, o, x);
    return a != 0xfffff000u || o != 15u || x != 28u;
}
