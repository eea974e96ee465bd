// case: min and max over floats, doubles and unsigned characters
// expect-omp: #pragma omp target teams map(hold,tofrom: low,high,top) reduction(min: low) reduction(max: high) reduction(max: top)
// expect-omp: #pragma omp distribute
#include <stdio.h>

int main(void)
{
    float low = 100.0f;
    double high = -100.0;
    unsigned char top = 3;
    #pragma acc parallel loop reduction(min:low) reduction(max:high) reduction(max:top)
    for (int i = 0; i < 9; ++i) {
        float f = (float)((i - 4) * (i - 4)) - 2.5f;
        double d = -(double)((i - 3) * (i - 3));
        unsigned char c = (unsigned char)(i * 20);
        low = f < low ? f : low;
        high = d > high ? d : high;
        top = c > top ? c : top;
    }
    printf("%.1f %.1f %d\n", low, high, top);
    return low != -2.5f || high != 0.0 || top != 160;
}
