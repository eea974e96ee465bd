// `metadirective` for the host, depend objects, an order of atomic constructs for the unit, `unroll`, and a warning at execution.
#include <stdio.h>

#ifdef _OPENMP
#include <omp.h>
#endif

#pragma omp requires atomic_default_mem_order(seq_cst)

int for_devices(int x);
#pragma omp declare variant(for_devices) match(device = {kind(nohost)})
static int everywhere(int x) { return x + 1; }

static int chosen(int n, int *a) {
  int sum = 0, alone = 0;
#pragma omp metadirective when(device = {kind(nohost)} : target teams loop) when(user = {condition(0)} : nothing) \
    default(parallel for reduction(+ : sum))
  for (int i = 0; i < n; i++) sum += a[i];
#pragma omp parallel num_threads(2)
#pragma omp metadirective when(construct = {target} : single) when(construct = {parallel} : masked)
  alone++;
#pragma omp metadirective when(implementation = {vendor(nvidia)} : parallel) otherwise()
  alone += 10;
  if (n > 0) {
#pragma omp metadirective when(device = {kind(host)} : barrier)
    alone += 100;
  }
  return everywhere(sum) * 1000 + alone;
}

static int ordered_by_objects(void) {
  int x = 1;
#ifdef _OPENMP
  omp_depend_t writes, reads;
#endif
#pragma omp parallel num_threads(4)
#pragma omp single
  {
#pragma omp depobj(writes) depend(out : x)
#pragma omp depobj(reads) depend(inout : x)
#pragma omp depobj(reads) update(in)
#pragma omp task depend(depobj : writes) shared(x)
    x = x * 5;
#pragma omp task depend(depobj : writes) shared(x)
    x = x + 2;
#pragma omp task depend(depobj : reads) shared(x)
    printf("%d\n", x);
#pragma omp taskwait depend(depobj : reads)
#pragma omp depobj(writes) destroy
#pragma omp depobj(reads) destroy
  }
  return x;
}

static int counted(void) {
  int count = 0, seen = 0;
#pragma omp parallel for
  for (int i = 0; i < 100; i++) {
#pragma omp atomic
    count++;
#pragma omp atomic read
    seen = count;
  }
#pragma omp unroll partial(4)
  for (int i = 0; i < 7; i++) count += i;
  if (count < 0) {
#pragma omp error at(execution) severity(warning) message("never")
  }
  return count + (seen > 100);
}

int main(void) {
  int a[50];
  for (int i = 0; i < 50; i++) a[i] = i;
  printf("%d %d %d\n", chosen(50, a), ordered_by_objects(), counted());
  return 0;
}
