// drop: #pragma acc wait(1) ->
// options: --dialect portable
// host: stdout, line 1, column 1: expected "in every round\n", found "not in every round\n"; 1 of 1 lines differs
#include <stdio.h>

#define N 20000

static int x[N];

int main(void) {
    int complete = 0, rounds = 100;
#pragma acc enter data copyin(x)
    for (int round = 1; round <= rounds; ++round) {
#pragma acc parallel loop present(x) async(1)
        for (int i = 0; i < N; ++i) x[i] += 1;
#pragma acc update self(x) async(1)
#pragma acc wait(1)
        complete += x[N - 1] == round;
    }
#pragma acc wait
#pragma acc exit data delete(x)
    puts(complete == rounds ? "in every round" : "not in every round");
}
