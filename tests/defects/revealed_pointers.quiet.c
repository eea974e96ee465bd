// Each pointer at file scope has no data clause of its own, and something that may put its memory on the device all the same.
void *malloc(unsigned long size);
void *acc_copyin(void *data, unsigned long size);
void *acc_malloc(unsigned long size);

double *of_other_units;
static double *passed, *addressed, *renamed, *declared, *of_device, *returned, *kept, *first, *pointed, **to_pointed = &pointed;
static double storage[10], *initial = storage;
static double **table[] = {&first}, *row;
double **to_row = &row;
#pragma acc declare create(declared)

void take(double **memory, int n);

void begin(int n) {
  passed = malloc(n * sizeof(double));
  acc_copyin(passed, n * sizeof(double));
  take(&addressed, n);
  renamed = malloc(n * sizeof(double));
  double *other = renamed;
#pragma acc enter data copyin(other[0:n])
  of_device = acc_malloc(n * sizeof(double));
  double *both = kept = malloc(n * sizeof(double));
#pragma acc enter data copyin(both[0:n])
  take(table[0], n);
#pragma acc enter data copyin(storage)
}

double *result(int n) {
  returned = malloc(n * sizeof(double));
  return returned;
}

void use(double *a, int n) {
#pragma acc parallel loop copy(a[0:n])
  for (int i = 0; i < n; ++i)
    a[i] += of_other_units[i] + passed[i] + addressed[i] + renamed[i] + declared[i] + of_device[i] + returned[i]
            + kept[i] + first[i] + initial[i] + pointed[i] + row[i];
}
