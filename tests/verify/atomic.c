// drop: copy(count) ->
// host: stdout, line 1, column 9: expected 100, found 0 (they differ by 100.00, relatively 1.00); 1 of 1 lines differs
#include <stdio.h>

#define N 300

int main(void) {
    int count = 0, position[N], kept[N];
#pragma acc parallel loop copy(count) copyout(position)
    for (int i = 0; i < N; ++i) {
        position[i] = -1;
        if (i % 3 == 0) {
            int mine;
#pragma acc atomic capture
            mine = count++;
            position[i] = mine;
        }
    }
    for (int i = 0; i < N; ++i) kept[i] = 0;
    for (int i = 0; i < N; ++i)
        if (position[i] >= 0) ++kept[position[i]];
    int once = 0;
    for (int i = 0; i < N; ++i) once += kept[i] == 1;
    printf("counted %d, once %d\n", count, once);
}
