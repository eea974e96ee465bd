// drop: private(own) ->
// host: stdout, line 1, column 1: expected "each iteration has its own\n", found "iterations share it\n"; 1 of 1 lines differs
#include <stdio.h>

#define N 4000
#define SIZE 5000

#pragma acc routine seq
static int wrong_elements(const int *own, int value) {
    int wrong = 0;
    for (int i = 0; i < SIZE; ++i) wrong += own[i] != value;
    return wrong;
}

static int own[SIZE];

int main(void) {
    int wrong = 0;
#pragma acc parallel loop gang worker private(own) reduction(+ : wrong)
    for (int i = 0; i < N; ++i) {
        for (int j = 0; j < SIZE; ++j) own[j] = i;
        wrong += wrong_elements(own, i) != 0;
    }
    puts(wrong == 0 ? "each iteration has its own" : "iterations share it");
}
