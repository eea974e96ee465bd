/*
 * Code that asks `_OPENACC` whether it is compiled with OpenACC.
 *
 * Shows guards around a helper, around a directive, and around two ways to do the same work: blocked for
 * the device, straight for a serial build. Both give the same numbers, so both builds print the same lines;
 * a translation that loses `_OPENACC` would silently choose the serial way.
 */
#include <stdio.h>

#if defined(_OPENACC) && _OPENACC >= 201306
#define BLOCK 64
#else
#define BLOCK 1
#endif

#define N 4096

static int value[N], rank_of[N];

#ifdef _OPENACC
/* Number of blocks that cover n elements; the serial build has no use for it. */
static int blocks(int n)
{
    return (n + BLOCK - 1) / BLOCK;
}
#endif

static void scramble(void)
{
#ifdef _OPENACC
    const int count = blocks(N);
    #pragma acc parallel loop gang copyout(value)
    for (int b = 0; b < count; ++b) {
        #pragma acc loop vector
        for (int i = 0; i < BLOCK; ++i)
            if (b * BLOCK + i < N)
                value[b * BLOCK + i] = (b * BLOCK + i) * 769 % N;
    }
#else
    for (int i = 0; i < N; ++i)
        value[i] = i * 769 % N;
#endif
}

/* 769 is odd and N is a power of two, so `value` is a permutation and every element of `rank_of` is set. */
static void invert(void)
{
    #pragma acc parallel loop copyin(value) copyout(rank_of)
    for (int i = 0; i < N; ++i)
        rank_of[value[i]] = i;
}

static int total(const int *v)
{
    int sum = 0;
#if !defined _OPENACC
    for (int i = 0; i < N; ++i)
        sum += v[i] % 100;
#else
#   pragma acc parallel loop reduction(+:sum) copyin(v[0:N])
    for (int i = 0; i < N; ++i)
        sum += v[i] % 100;
#endif
    return sum;
}

int main(void)
{
    scramble();
    invert();

    int wrong = 0;
    for (int i = 0; i < N; ++i) {
        wrong += value[i] != i * 769 % N;
        wrong += value[rank_of[i]] != i;
    }
    int first = total(value), second = total(rank_of);
    wrong += first != second;
    printf("openacc_guarded: n=%d total=%d\n", N, first);
    printf("%s\n", wrong ? "FAIL" : "PASS");
    return wrong != 0;
}
