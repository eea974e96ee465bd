struct store {
    int size;
    double *value;
};

struct store *store_made(int size);
void store_to_device(struct store *store);
void store_from_device(struct store *store);
