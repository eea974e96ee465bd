/*
 * A program in three source files and a header that holds directives of its own.
 *
 * Shows kernels that live in different translation units and in `static inline` functions of a shared header:
 *
 *     cc main.c field.c smooth.c
 */
#include <stdio.h>

#include "field.h"

static field before, after;

int main(void)
{
    field_fill(&before, 7);
    long filled = field_sum(&before);
    field_smooth(&after, &before);
    long smoothed = field_sum(&after);

    int wrong = 0;
    long expected_filled = 0, expected_smoothed = 0;
    for (int i = 0; i < CELLS; ++i) {
        int row = i / WIDTH, column = i % WIDTH;
        wrong += before.cell[i] != (row * 7 + column * column) % 256 + 1;
        wrong += after.cell[i] != field_smoothed_cell(&before, i);
        expected_filled += before.cell[i];
        expected_smoothed += after.cell[i];
    }
    wrong += filled != expected_filled || smoothed != expected_smoothed;
    printf("three_files: filled=%ld smoothed=%ld\n", filled, smoothed);
    printf("%s\n", wrong ? "FAIL" : "PASS");
    return wrong != 0;
}
