/* What the test programs share. They make teams as generated code does. */
#ifndef CHECK_H
#define CHECK_H

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clacc_abi.h"

static int failures;

#define CHECK(condition)                                                        \
  do {                                                                          \
    if (!(condition)) {                                                         \
      __sync_fetch_and_add(&failures, 1);                                       \
      fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);   \
    }                                                                           \
  } while (0)

/* Runs a body on a team of some threads. */
static inline void team(int threads, clacc_body body, void *argument) {
  clacc_fork(NULL, body, argument, threads, 0);
}

static inline int done(void) { return failures != 0; }

#endif
