#include "enter_exit_store.h"

#include <stdlib.h>

struct store *store_made(int size) {
    struct store *store = malloc(sizeof *store);
    store->size = size;
    store->value = malloc(size * sizeof(double));
    for (int i = 0; i < size; ++i) store->value[i] = 1;
    return store;
}

void store_to_device(struct store *store) {
#pragma acc enter data copyin(store->value[0:store->size])
}

void store_from_device(struct store *store) {
#pragma acc exit data copyout(store->value[0:store->size])
}
