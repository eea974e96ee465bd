/*
 * Histogram without atomics.
 *
 * Shows how gangs avoid writing to the same bin: every chunk of the input has its own row of bins, one gang
 * fills one row, and a second kernel adds the rows up. The rows live only on the device (`create`).
 */
#include <stdio.h>
#include <stdlib.h>

#define SAMPLES 20000
#define CHUNKS 16
#define BINS 32

static unsigned char sample[SAMPLES];
static int partial[CHUNKS][BINS];
static int histogram[BINS];

static void fill(void)
{
    unsigned state = 12345u;
    for (int i = 0; i < SAMPLES; ++i) {
        state = state * 1664525u + 1013904223u;
        sample[i] = (unsigned char)((state >> 24) * (state >> 24) >> 8);
    }
}

static void count(void)
{
    const int chunk_size = (SAMPLES + CHUNKS - 1) / CHUNKS;
    #pragma acc data copyin(sample) create(partial) copyout(histogram)
    {
        #pragma acc parallel num_gangs(CHUNKS)
        {
            #pragma acc loop gang
            for (int c = 0; c < CHUNKS; ++c) {
                int begin = c * chunk_size;
                int end = begin + chunk_size < SAMPLES ? begin + chunk_size : SAMPLES;
                #pragma acc loop seq
                for (int b = 0; b < BINS; ++b)
                    partial[c][b] = 0;
                #pragma acc loop seq
                for (int i = begin; i < end; ++i)
                    ++partial[c][sample[i] * BINS / 256];
            }
        }
        #pragma acc parallel loop gang vector
        for (int b = 0; b < BINS; ++b) {
            int sum = 0;
            for (int c = 0; c < CHUNKS; ++c)
                sum += partial[c][b];
            histogram[b] = sum;
        }
    }
}

int main(void)
{
    int expected[BINS] = {0};
    fill();
    for (int i = 0; i < SAMPLES; ++i)
        ++expected[sample[i] * BINS / 256];

    count();

    int wrong = 0, total = 0, weighted = 0;
    for (int b = 0; b < BINS; ++b) {
        wrong += histogram[b] != expected[b];
        total += histogram[b];
        weighted += b * histogram[b];
    }
    wrong += total != SAMPLES;
    printf("histogram: samples=%d first=%d weighted=%d\n", total, histogram[0], weighted);
    printf("%s\n", wrong ? "FAIL" : "PASS");
    return wrong != 0;
}
