/*
 * Inclusive prefix sum by doubling steps (Hillis and Steele).
 *
 * Shows two buffers whose roles change from step to step inside one `data` region, pointers that are
 * `present` in a function called from the region, and an `update` that fetches one element only.
 */
#include <stdio.h>
#include <stdlib.h>

static void add_shifted(int n, int distance, const long *from, long *to)
{
    #pragma acc parallel loop present(from[0:n], to[0:n])
    for (int i = 0; i < n; ++i)
        to[i] = i >= distance ? from[i] + from[i - distance] : from[i];
}

/* Leaves the sums in `data`; returns their last element as seen on the device. */
static long prefix_sum(int n, long *data, long *scratch)
{
    long last = 0;
    #pragma acc data copy(data[0:n]) create(scratch[0:n])
    {
        long *from = data, *to = scratch;
        for (int distance = 1; distance < n; distance *= 2) {
            add_shifted(n, distance, from, to);
            long *swap = from;
            from = to;
            to = swap;
        }
        if (from != data) {
            #pragma acc parallel loop present(from[0:n], to[0:n])
            for (int i = 0; i < n; ++i)
                to[i] = from[i];
        }
        #pragma acc update host(data[n - 1:1])
        last = data[n - 1];
    }
    return last;
}

int main(void)
{
    const int sizes[] = {1000, 1024, 2500};
    long total = 0;
    int wrong = 0;
    for (int s = 0; s < 3; ++s) {
        int n = sizes[s];
        long *data = malloc(n * sizeof *data);
        long *scratch = malloc(n * sizeof *scratch);
        if (!data || !scratch)
            return 1;
        for (int i = 0; i < n; ++i) {
            data[i] = i * 37 % 101;
            scratch[i] = -1;
        }
        long last = prefix_sum(n, data, scratch);
        long sum = 0;
        for (int i = 0; i < n; ++i) {
            sum += i * 37 % 101;
            wrong += data[i] != sum;
        }
        wrong += last != sum;
        total += last;
        free(data);
        free(scratch);
    }
    printf("prefix_sum: total=%ld\n", total);
    printf("%s\n", wrong ? "FAIL" : "PASS");
    return wrong != 0;
}
