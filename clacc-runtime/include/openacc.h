/* openacc.h: the runtime library interface of OpenACC 3.4 (section 3), for C and C++, by library acc2omp. */

#ifndef ACC2OMP_OPENACC_H
#define ACC2OMP_OPENACC_H

#include <stddef.h>

/* With these guards, the compilers' own headers of this name are skipped if both are included. */
#ifndef _OPENACC_H
#define _OPENACC_H 1
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef enum acc_device_t {
  acc_device_current = -1,
  acc_device_none = 0,
  acc_device_default = 1,
  acc_device_host = 2,
  acc_device_not_host = 4,
  acc_device_nvidia = 5,
  acc_device_radeon = 8,
  acc_device_multicore = 10, /* an extension: the host */
  acc_device_x86_64 = 11,    /* an extension: devices of the host's architecture with a memory of their own, never the host */
  acc_device_ppc64le = 12    /* an extension: as acc_device_x86_64 */
} acc_device_t;

typedef enum acc_device_property_t {
  acc_property_none = 0,
  acc_property_memory = 1,
  acc_property_free_memory = 2,
  acc_property_shared_memory_support = 3,
  acc_property_name = 0x10001,
  acc_property_vendor = 0x10002,
  acc_property_driver = 0x10003
} acc_device_property_t;

/* Special values of async arguments; translated programs print them as numbers. */
typedef enum acc_async_t {
  acc_async_sync = -1,
  acc_async_noval = -2,
  acc_async_default = -3
} acc_async_t;

/* Devices */
int acc_get_num_devices(acc_device_t dev_type);
void acc_set_device_type(acc_device_t dev_type);
acc_device_t acc_get_device_type(void);
void acc_set_device_num(int dev_num, acc_device_t dev_type);
int acc_get_device_num(acc_device_t dev_type);
size_t acc_get_property(int dev_num, acc_device_t dev_type, acc_device_property_t property);
const char *acc_get_property_string(int dev_num, acc_device_t dev_type, acc_device_property_t property);
void acc_init(acc_device_t dev_type);
void acc_init_device(int dev_num, acc_device_t dev_type);
void acc_shutdown(acc_device_t dev_type);
void acc_shutdown_device(int dev_num, acc_device_t dev_type);

/* Asynchronous queues */
int acc_async_test(int wait_arg);
int acc_async_test_device(int wait_arg, int dev_num);
int acc_async_test_all(void);
int acc_async_test_all_device(int dev_num);
void acc_wait(int wait_arg);
void acc_wait_device(int wait_arg, int dev_num);
void acc_wait_all(void);
void acc_wait_all_device(int dev_num);
void acc_wait_async(int wait_arg, int async_arg);
void acc_wait_device_async(int wait_arg, int async_arg, int dev_num);
void acc_wait_all_async(int async_arg);
void acc_wait_all_device_async(int async_arg, int dev_num);
int acc_wait_any(int count, int wait_arg[]);
int acc_wait_any_device(int count, int wait_arg[], int dev_num);
int acc_get_default_async(void);
void acc_set_default_async(int async_arg);
/* OpenACC 1.0 */
void acc_async_wait(int wait_arg);
void acc_async_wait_all(void);

/* Memory of a device */
void *acc_malloc(size_t bytes);
void acc_free(void *data_dev);
void acc_map_data(void *data_arg, void *data_dev, size_t bytes);
void acc_unmap_data(void *data_arg);
void *acc_deviceptr(void *data_arg);
void *acc_hostptr(void *data_dev);
int acc_is_present(void *data_arg, size_t bytes);

/* Data lifetimes */
void *acc_copyin(void *data_arg, size_t bytes);
void acc_copyin_async(void *data_arg, size_t bytes, int async_arg);
void *acc_create(void *data_arg, size_t bytes);
void acc_create_async(void *data_arg, size_t bytes, int async_arg);
void acc_copyout(void *data_arg, size_t bytes);
void acc_copyout_async(void *data_arg, size_t bytes, int async_arg);
void acc_copyout_finalize(void *data_arg, size_t bytes);
void acc_copyout_finalize_async(void *data_arg, size_t bytes, int async_arg);
void acc_delete(void *data_arg, size_t bytes);
void acc_delete_async(void *data_arg, size_t bytes, int async_arg);
void acc_delete_finalize(void *data_arg, size_t bytes);
void acc_delete_finalize_async(void *data_arg, size_t bytes, int async_arg);
void acc_update_device(void *data_arg, size_t bytes);
void acc_update_device_async(void *data_arg, size_t bytes, int async_arg);
void acc_update_self(void *data_arg, size_t bytes);
void acc_update_self_async(void *data_arg, size_t bytes, int async_arg);
void acc_attach(void **ptr_addr);
void acc_attach_async(void **ptr_addr, int async_arg);
void acc_detach(void **ptr_addr);
void acc_detach_async(void **ptr_addr, int async_arg);
void acc_detach_finalize(void **ptr_addr);
void acc_detach_finalize_async(void **ptr_addr, int async_arg);
/* OpenACC 2.0, and names that other compilers offer */
void *acc_present_or_copyin(void *data_arg, size_t bytes);
void *acc_pcopyin(void *data_arg, size_t bytes);
void *acc_present_or_create(void *data_arg, size_t bytes);
void *acc_pcreate(void *data_arg, size_t bytes);
void acc_update_host(void *data_arg, size_t bytes);
void acc_update_host_async(void *data_arg, size_t bytes, int async_arg);

/* Copying bytes */
void acc_memcpy_to_device(void *data_dev_dest, void *data_host_src, size_t bytes);
void acc_memcpy_to_device_async(void *data_dev_dest, void *data_host_src, size_t bytes, int async_arg);
void acc_memcpy_from_device(void *data_host_dest, void *data_dev_src, size_t bytes);
void acc_memcpy_from_device_async(void *data_host_dest, void *data_dev_src, size_t bytes, int async_arg);
void acc_memcpy_device(void *data_dev_dest, void *data_dev_src, size_t bytes);
void acc_memcpy_device_async(void *data_dev_dest, void *data_dev_src, size_t bytes, int async_arg);
void acc_memcpy_d2d(void *data_arg_dest, void *data_arg_src, size_t bytes, int dev_num_dest, int dev_num_src);
void acc_memcpy_d2d_async(void *data_arg_dest, void *data_arg_src, size_t bytes, int dev_num_dest, int dev_num_src,
                          int async_arg_src);

/* Appendix A: objects of CUDA. OpenMP gives no access to them, so that these routines return null. */
void *acc_get_current_cuda_device(void);
void *acc_get_current_cuda_context(void);
void *acc_get_cuda_stream(int async_arg);
int acc_set_cuda_stream(int async_arg, void *stream);

/* An extension: the address that stands for a queue in the depend clauses of translated directives. */
char *acc2omp_async2dep(int async_arg);
/* An extension: ends the region of data that a variable describes, for the attribute `cleanup` of the variable. */
void acc2omp_leave_data(void *data);
/* Extensions: as acc_attach, for a pointer to memory of which only a part is on the device. The part begins at `part`. */
void acc2omp_attach_part(void **ptr_addr, const void *part);
void acc2omp_attach_part_async(void **ptr_addr, const void *part, int async_arg);
/* What exit data does with such a pointer when it has released the part: the attachment counter is decremented or, with
   finalize, set to zero. A pointer whose counter is zero gets the host's value if the part has left the device. */
void acc2omp_detach_part(void **ptr_addr, const void *part);
void acc2omp_detach_part_async(void **ptr_addr, const void *part, int async_arg);
void acc2omp_detach_part_finalize(void **ptr_addr, const void *part);
void acc2omp_detach_part_finalize_async(void **ptr_addr, const void *part, int async_arg);

#ifdef __cplusplus
}
#endif

/* acc_on_device: constant where its argument is. Which device the code runs on is known when it is compiled:
   - clang compiles device code apart from host code and picks a variant for each. ACC2OMP_NOHOST_TYPE is the type of
     devices that are neither of NVIDIA nor of AMD; define it where ACC2OMP_DEVICE_TYPES of the environment names one.
     Otherwise the architecture tells it, or it is acc_device_not_host;
   - gcc compiles both at once, and its own routine tells them apart, which gcc 15 folds; the architecture is not known
     there, so that the types of all its devices, of NVIDIA and of AMD, mean "a device";
   - without OpenMP, or with ACC2OMP_HOST_ONLY defined (for gcc -foffload=disable), there is only the host. */
#if defined(_OPENMP) && defined(__clang__) && !defined(ACC2OMP_DISCRETE)

#ifdef ACC2OMP_NOHOST_TYPE
#define ACC2OMP_X86_64_TYPE ACC2OMP_NOHOST_TYPE
#define ACC2OMP_PPC64LE_TYPE ACC2OMP_NOHOST_TYPE
#else
#define ACC2OMP_NOHOST_TYPE acc_device_not_host
#define ACC2OMP_X86_64_TYPE acc_device_x86_64
#define ACC2OMP_PPC64LE_TYPE acc_device_ppc64le
#endif
#pragma omp begin declare target
static __inline__ __attribute__((always_inline, unused)) int acc2omp_device_kind(void) { return acc_device_host; }
#pragma omp begin declare variant match(device = {kind(nohost)})
static __inline__ __attribute__((always_inline, unused)) int acc2omp_device_kind(void) { return ACC2OMP_NOHOST_TYPE; }
#pragma omp end declare variant
#pragma omp begin declare variant match(device = {kind(nohost), arch(x86_64)})
static __inline__ __attribute__((always_inline, unused)) int acc2omp_device_kind(void) { return ACC2OMP_X86_64_TYPE; }
#pragma omp end declare variant
#pragma omp begin declare variant match(device = {kind(nohost), arch(ppc64le)})
static __inline__ __attribute__((always_inline, unused)) int acc2omp_device_kind(void) { return ACC2OMP_PPC64LE_TYPE; }
#pragma omp end declare variant
#pragma omp begin declare variant match(device = {arch(nvptx, nvptx64)}, implementation = {extension(match_any)})
static __inline__ __attribute__((always_inline, unused)) int acc2omp_device_kind(void) { return acc_device_nvidia; }
#pragma omp end declare variant
#pragma omp begin declare variant match(device = {arch(amdgcn)})
static __inline__ __attribute__((always_inline, unused)) int acc2omp_device_kind(void) { return acc_device_radeon; }
#pragma omp end declare variant
#pragma omp end declare target
#define ACC2OMP_DEVICE_KIND acc2omp_device_kind()
#define ACC2OMP_IS_THIS_TYPE(type, kind) \
  ((int)(type) == (kind) || ((int)(type) == acc_device_not_host && (kind) != acc_device_host))

#elif defined(_OPENMP) && !defined(ACC2OMP_HOST_ONLY) && !defined(ACC2OMP_DISCRETE)

#include <omp.h>
#define ACC2OMP_DEVICE_KIND (omp_is_initial_device() ? acc_device_host : acc_device_not_host)
#define ACC2OMP_IS_THIS_TYPE(type, kind)                                                                        \
  (((int)(type) == acc_device_host && (kind) == acc_device_host) ||                                             \
   (((int)(type) == acc_device_not_host || (int)(type) == acc_device_nvidia || (int)(type) == acc_device_radeon) \
    && (kind) != acc_device_host))

#elif defined(ACC2OMP_DISCRETE)

int clacc_running_type(void);
#define ACC2OMP_DEVICE_KIND clacc_running_type()
#define ACC2OMP_IS_THIS_TYPE(type, kind) \
  ((int)(type) == (kind) || ((int)(type) == acc_device_not_host && (kind) != acc_device_host))

#else

#define ACC2OMP_DEVICE_KIND acc_device_host
#define ACC2OMP_IS_THIS_TYPE(type, kind) ((int)(type) == (kind))

#endif

#if defined(_OPENMP)
#pragma omp declare target
#endif
#if defined(__GNUC__)
static __inline__ __attribute__((always_inline, unused))
#else
static inline
#endif
int acc_on_device(acc_device_t dev_type)
{
  return ACC2OMP_IS_THIS_TYPE(dev_type, ACC2OMP_DEVICE_KIND);
}
#if defined(_OPENMP)
#pragma omp end declare target
#endif

#endif
