/* Sites of directives that calls around them announce. */
#ifndef SITES_H
#define SITES_H
#include <acc2omp_prof.h>
#include <openacc.h>
#include <stdio.h>
#include <stdlib.h>

#define SITE_IN(file, function, name, construct, flags, line) \
  static const acc2omp_site name = {sizeof(acc2omp_site), construct, flags, file, function, line, line + 1, 1, 99};
#define SITE(name, construct, line) SITE_IN("dir/s.c", "work", name, construct, 0, line)

enum { PARALLEL = 0, KERNELS = 1, DATA = 3, ENTER_DATA = 4, UPDATE = 12, WAIT = 14, SERIAL = 16 };

#endif
