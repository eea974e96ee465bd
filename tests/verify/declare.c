// drop: #pragma acc update device(table) ->
// device: stdout, line 1, column 7: expected 285, found 0 (they differ by 285.00, relatively 1.00); 1 of 1 lines differs
#include <stdio.h>

int table[10];
#pragma acc declare create(table)

int main(void) {
    int sum = 0;
    for (int i = 0; i < 10; ++i) table[i] = i * i;
#pragma acc update device(table)
#pragma acc parallel loop reduction(+ : sum)
    for (int i = 0; i < 10; ++i) sum += table[i];
    printf("sum = %d\n", sum);
}
