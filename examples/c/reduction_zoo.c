/*
 * Reductions: every operator, on the types it is defined for.
 *
 * Shows gang, worker and vector reductions, reductions on `parallel` itself, several variables in one
 * clause, and initial values that take part in the result. Floating-point inputs are powers of two or small
 * integers: exact in any order.
 */
#include <complex.h>
#include <stdio.h>

#define N 96

static int number[N];
static unsigned char flag[N];

static int check(const char *what, double got, double expected)
{
    printf("reduction_zoo: %-12s %.1f\n", what, got);
    return got != expected;
}

static int sums(void)
{
    int wrong = 0;
    short s = 3;
    long l = -7;
    unsigned u = 5u;
    float f = 0.5f;
    double d = 100.0;
    #pragma acc parallel loop gang reduction(+:s, l) copyin(number)
    for (int i = 0; i < N; ++i) {
        s += (short)number[i];
        l += 2 * number[i];
    }
    #pragma acc parallel loop gang worker reduction(+:u) reduction(+:f) copyin(number) copy(u)
    for (int i = 0; i < N; ++i) {
        u += (unsigned)(number[i] + 9);
        f += (float)number[i];
    }
    #pragma acc parallel loop gang vector reduction(+:d) copyin(number)
    for (int i = 0; i < N; ++i)
        d += number[i] * 0.25;
    int sum = 0;
    for (int i = 0; i < N; ++i)
        sum += number[i];
    wrong += check("+ short", s, 3 + sum);
    wrong += check("+ long", l, -7 + 2 * sum);
    wrong += check("+ unsigned", u, 5 + sum + 9 * N);
    wrong += check("+ float", f, 0.5 + sum);
    wrong += check("+ double", d, 100.0 + 0.25 * sum);
    return wrong;
}

static int products(void)
{
    long long p = 3;
    double d = 1.0;
    double complex z = 1.0;
    #pragma acc parallel loop reduction(*:p, d) copyin(flag)
    for (int i = 0; i < N; ++i) {
        p *= flag[i] ? 2 : 1;
        d *= flag[i] ? 0.5 : 1.0;
    }
    #pragma acc parallel loop gang vector reduction(*:z)
    for (int i = 0; i < N; ++i)
        z *= i % 2 ? I : -I;
    int ones = 0;
    for (int i = 0; i < N; ++i)
        ones += flag[i];
    int wrong = check("* long long", (double)p, 3.0 * (1ll << ones));
    wrong += check("* double", d * (double)(1ll << ones), 1.0);
    wrong += check("* complex", creal(z), 1.0);
    return wrong;
}

static int extremes(void)
{
    int largest = -100, smallest = 100;
    double high = -1e30, low = 1e30;
    #pragma acc parallel num_gangs(4) copyin(number) reduction(max:largest)
    {
        #pragma acc loop gang worker reduction(max:largest)
        for (int i = 0; i < N; ++i)
            largest = number[i] > largest ? number[i] : largest;
    }
    #pragma acc parallel loop gang vector reduction(min:smallest) copyin(number)
    for (int i = 0; i < N; ++i)
        smallest = number[i] < smallest ? number[i] : smallest;
    #pragma acc parallel loop reduction(max:high) reduction(min:low) copyin(number)
    for (int i = 0; i < N; ++i) {
        high = number[i] * 0.5 > high ? number[i] * 0.5 : high;
        low = number[i] * 0.5 < low ? number[i] * 0.5 : low;
    }
    int wrong = check("max int", largest, number[24]);
    wrong += check("min int", smallest, number[0]);
    wrong += check("max double", high, 0.5 * number[24]);
    wrong += check("min double", low, 0.5 * number[0]);
    return wrong;
}

static int bits_and_logic(void)
{
    int all = ~0, any = 0, parity = 1, every = 1, some = 0;
    #pragma acc parallel loop gang reduction(&:all) reduction(|:any) reduction(^:parity) copyin(number)
    for (int i = 0; i < N; ++i) {
        all &= number[i] | 4;
        any |= 1 << i % 7;
        parity ^= number[i];
    }
    #pragma acc parallel loop gang vector reduction(&&:every) reduction(||:some) copyin(number, flag)
    for (int i = 0; i < N; ++i) {
        every = every && number[i] > -49;
        some = some || (flag[i] && i == N - 1);
    }
    int expected_all = ~0, expected_parity = 1;
    for (int i = 0; i < N; ++i) {
        expected_all &= number[i] | 4;
        expected_parity ^= number[i];
    }
    int wrong = check("&", all, expected_all);
    wrong += check("|", any, 127);
    wrong += check("^", parity, expected_parity);
    wrong += check("&&", every, 1);
    wrong += check("||", some, flag[N - 1]);
    return wrong;
}

int main(void)
{
    for (int i = 0; i < N; ++i) {
        number[i] = i <= 24 ? 4 * i - 48 : 72 - i;
        flag[i] = i % 6 == 5;
    }
    int wrong = sums() + products() + extremes() + bits_and_logic();
    printf("%s\n", wrong ? "FAIL" : "PASS");
    return wrong != 0;
}
