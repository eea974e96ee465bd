// with: enter_exit_store.c
// drop: copyout(store->value[0:store->size]) -> delete(store->value[0:store->size])
// device: stdout, line 1, column 1: expected 0, found 1; 1 of 1 lines differs
#include "enter_exit_store.h"

#include <stdio.h>

int main(void) {
    struct store *store = store_made(8);
    store_to_device(store);
    double *value = store->value;
    int size = store->size;
#pragma acc parallel loop present(value[0:size])
    for (int i = 0; i < size; ++i) value[i] = i * i;
    store_from_device(store);
    for (int i = 0; i < size; ++i) printf("%g ", value[i]);
    puts("");
}
