/* With OMP_TARGET_OFFLOAD=DISABLED every region runs on the host, and the routines say the same. */
#include <openacc.h>
#include <stdio.h>

int main(void) {
  int a[4] = {1, 2, 3, 4}, on_host = 0;
  acc_init(acc_device_default);
  int devices = acc_get_num_devices(acc_device_not_host), type = acc_get_device_type();
  int *copy = acc_copyin(a, sizeof a);
#pragma omp target map(a) map(from : on_host)
  {
    a[0] = 5;
    on_host = acc_on_device(acc_device_host);
  }
  int present = acc_is_present(a, sizeof a);
  acc_update_self(a, sizeof a);
  acc_copyout(a, sizeof a);
  void *block = acc_malloc(64);
  acc_free(block);
  printf("%d %d %d %d %d %d\n", devices, type == acc_device_host, present, copy == a, a[0], on_host);
  return !(devices == 0 && type == acc_device_host && present && copy == a && a[0] == 5 && on_host && block);
}
