/*
 * Directives that come through macros.
 *
 * Shows `_Pragma` written out, directives made by function-like macros, clauses and whole clause lists from
 * object-like macros inside a `#pragma`, and a directive whose loop is written by a macro as well.
 * Libraries that offer several programming models from one source are written like this.
 */
#include <stdio.h>

#define STRING(...) #__VA_ARGS__
#define PRAGMA(...) _Pragma(STRING(__VA_ARGS__))
#define ACC(...) PRAGMA(acc __VA_ARGS__)

#define ON_DEVICE(...) ACC(parallel loop __VA_ARGS__)
#define INNER_LOOP ACC(loop seq)

#define COUNT 512
#define SPAN(v) v[0:COUNT]
#define READS(v) copyin(SPAN(v))
#define WRITES(v) copyout(SPAN(v))
#define LEVELS gang vector
#define GROUP 8
#define SHAPE num_gangs(GROUP) vector_length(2 * GROUP)

#define FOR_EACH(index, count) for (int index = 0; index < (count); ++index)

static int in[COUNT], twice[COUNT], square[COUNT], window[COUNT], sum_of_all;

static void make_input(void)
{
    FOR_EACH(i, COUNT)
        in[i] = i % 23 - 7;
}

/* The clauses come from macros, the directive is written out. */
static void doubled(const int *from, int *to)
{
    #pragma acc parallel loop LEVELS SHAPE READS(from) WRITES(to)
    FOR_EACH(i, COUNT)
        to[i] = 2 * from[i];
}

/* The whole directive is a macro's result, with an inner one from a second macro. */
static void windowed(const int *from, int *to)
{
    ON_DEVICE(gang READS(from) WRITES(to))
    for (int i = 0; i < COUNT; ++i) {
        int sum = 0;
        INNER_LOOP
        for (int k = i < GROUP ? 0 : i - GROUP; k <= i; ++k)
            sum += from[k];
        to[i] = sum;
    }
}

/* `_Pragma` with a plain string, and with a string in pieces that stand on one line. */
static int squared(const int *from, int *to)
{
    int sum = 0;
    _Pragma("acc data copyin(from[0:COUNT]) copyout(to[0:COUNT])")
    {
        _Pragma("acc parallel loop") for (int i = 0; i < COUNT; ++i) to[i] = from[i] * from[i];
        _Pragma("acc parallel loop reduction(+:sum)")
        for (int i = 0; i < COUNT; ++i)
            sum += to[i];
    }
    return sum;
}

int main(void)
{
    make_input();
    doubled(in, twice);
    windowed(in, window);
    sum_of_all = squared(in, square);

    int wrong = 0, expected_sum = 0, checksum = 0;
    for (int i = 0; i < COUNT; ++i) {
        int value = i % 23 - 7, last = 0;
        for (int k = i < GROUP ? 0 : i - GROUP; k <= i; ++k)
            last += k % 23 - 7;
        wrong += twice[i] != 2 * value;
        wrong += square[i] != value * value;
        wrong += window[i] != last;
        expected_sum += value * value;
        checksum += twice[i] + square[i] + window[i];
    }
    wrong += sum_of_all != expected_sum;
    printf("macro_pragmas: sum=%d checksum=%d\n", sum_of_all, checksum);
    printf("%s\n", wrong ? "FAIL" : "PASS");
    return wrong != 0;
}
