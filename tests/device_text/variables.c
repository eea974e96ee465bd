// Variables with storage on the device, constants, and variables that come in through the arguments of kernels.
static double weights[4] = {1, 2, 3, 4}, of_host[4];
int created, resident = 7, sized[] = {1, 2, 3};
#pragma acc declare copyin(weights) create(created, sized) device_resident(resident)
static const int offsets[] = {-1, 0, 1};
const int unused_constant = 3;
extern int other_unit[10];
#pragma acc declare create(other_unit)
int total, total_of_host;
#pragma acc routine seq
static int lookup(int i) { return offsets[i] + created + other_unit[i] + sized[i]; }
void run(int n, int *a)
{
  int scale = n;
#pragma acc parallel loop copy(a[0:n], of_host) private(total)
  for (int i = 0; i < n; ++i) {
    total = lookup(i % 3) + (int)weights[i % 4] + resident;
    a[i] = total * scale + (int)of_host[i % 4];
  }
#pragma omp target map(tofrom: a[1:2])
  a[1] += 1;
  total_of_host = created;
}
