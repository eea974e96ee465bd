/* Nanoseconds per call: a routine of the library beside the call of the OpenMP runtime that does the same. Each row is
   the best of many rounds, taken alternately, so that a disturbance hits both. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <omp.h>
#include <openacc.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

enum { CALLS = 500, ROUNDS = 1500 };

static double data[1000];
static volatile uintptr_t sink;


static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e9 + t.tv_nsec;
}

static void ours_present(void) { sink = acc_is_present(data, sizeof data); }
static void ours_deviceptr(void) { sink = (uintptr_t)acc_deviceptr(data); }
static void ours_copyin(void) { sink = (uintptr_t)acc_copyin(data, sizeof data); }
static void native_present(void) { sink = omp_target_is_present(data, omp_get_default_device()); }
#ifdef HAVE_MAPPED_PTR
static void native_deviceptr(void) { sink = (uintptr_t)omp_get_mapped_ptr(data, omp_get_default_device()); }
#else
static void native_deviceptr(void) { sink = omp_target_is_present(data, omp_get_default_device()); }
#endif
static void native_enter(void) {
#pragma omp target enter data map(to : data)
}

/* libomptarget's own entry point, which the library's definition of the same name hides. */
typedef void begin_function(void *, int64_t, int32_t, void **, void **, int64_t *, int64_t *, void **, void **);
static begin_function *native_begin;

static void find_native_begin(void) {
  Dl_info info;
  if (dladdr((void *)omp_target_alloc, &info)) {
    void *library = dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
    if (library)
      native_begin = (begin_function *)dlsym(library, "__tgt_target_data_begin_mapper");
  }
}

static void bare_enter(void) {
  void *base = data;
  int64_t size = sizeof data, kind = 1;
  native_begin(NULL, omp_get_default_device(), 1, &base, &base, &size, &kind, NULL, NULL);
}

static double round_of(void (*call)(void)) {
  double start = now();
  for (int i = 0; i < CALLS; ++i)
    call();
  return (now() - start) / CALLS;
}

static void compare(const char *name, void (*ours)(void), void (*native)(void)) {
  double best_ours = 1e30, best_native = 1e30;
  for (int i = 0; i < ROUNDS; ++i) {
    double a = round_of(native), b = round_of(ours);
    best_native = a < best_native ? a : best_native;
    best_ours = b < best_ours ? b : best_ours;
  }
  printf("%-14s native %6.1f ns, ours %6.1f ns, difference %6.1f ns\n", name, best_native, best_ours,
         best_ours - best_native);
}

int main(void) {
  acc_copyin(data, sizeof data);
  printf("over %s\n", acc_get_property_string(0, acc_device_default, acc_property_driver));
  compare("acc_is_present", ours_present, native_present);
  compare("acc_deviceptr", ours_deviceptr, native_deviceptr);
  find_native_begin();
  if (native_begin) {
    compare("acc_copyin", ours_copyin, bare_enter);
    compare("(directive)", native_enter, bare_enter);
  } else {
    compare("acc_copyin", ours_copyin, native_enter);
  }
  return 0;
}
