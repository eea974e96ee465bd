// A wait for the tasks that depend on nothing waits for no task: not for one that ends later, by an event.
#include <omp.h>
#include <stdio.h>
int main(void) {
  int none = 0, a[4] = {0, 0, 0, 0};
  omp_event_handle_t event;
#pragma omp task detach(event) depend(out : a[0]) shared(a)
  a[1] = 4;
#pragma omp taskwait depend(iterator(int j = 0 : none), in : a[j])
  omp_fulfill_event(event);
#pragma omp taskwait depend(iterator(int j = none : 1), in : a[j])
#pragma omp target map(tofrom : a)
  a[1] += 1;
  printf("%d\n", a[1]);
  if (a[1] != 5) return 1;
  puts("ok");
  return 0;
}
