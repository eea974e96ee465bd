// expect: ok
#include <openacc.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  enum { N = 12 };
  char *tape = malloc(N);
  void *room = acc_malloc(N);
  int own = !acc_is_present(tape, N), ones = 0;
  if (own) acc_map_data(tape, room, N);
#pragma acc parallel loop present(tape[0:N])
  for (int i = 0; i < N; ++i) tape[i] = i % 4 == 0;
#pragma acc parallel loop present(tape[0:N]) reduction(+ : ones)
  for (int i = 0; i < N; ++i) ones += tape[i];
  if (own) acc_unmap_data(tape);
  acc_free(room);
  free(tape);
  if (ones != 3) return 1;
  puts("ok");
  return 0;
}
