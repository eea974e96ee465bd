/* Functions and macros that the test programs share. */
#ifndef CHECK_H
#define CHECK_H

#include <openacc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 1000

static int failures;

#define CHECK(condition)                                                          \
  do {                                                                            \
    if (!(condition)) {                                                           \
      ++failures;                                                                 \
      fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);      \
    }                                                                             \
  } while (0)

/* Whether the device and the host share their memory. */
static inline int shared(void) { return acc_get_device_type() == acc_device_host; }

/* Whether routines and directives have separate reference counters: only OpenMP's own routines are used. */
static inline int mixing_is_inexact(void) {
  const char *data = getenv("ACC2OMP_DATA");
  return data && !strcmp(data, "openmp");
}

static inline int done(const char *name) {
  printf("%s over %s: %d failures\n", name,
         acc_get_property_string(0, acc_device_default, acc_property_driver), failures);
  return failures != 0;
}

#endif
