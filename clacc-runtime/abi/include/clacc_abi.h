/* clacc_abi.h, version 1: what code that clacc generates calls in the library acc2omp. C99.

   This header is the whole contract between generated code and the library: functions and structs only, no atomics and
   no thread-local storage of the compiler. It may be included from C++ too.

   Words: a *thread head* is the `clacc_thread` of one thread in one team. Functions that take one want the head of the
   calling thread in its innermost region: the one that its body, or its task, was called with, or `clacc_self()`.
   "All threads" are all threads of that team; a function that all threads call must be called by each of them, in the
   same order among such calls, as OpenMP demands of its constructs (OpenMP 5.2 sections 11 and 15.3).
   Pointers are read during the call only, unless the function says how long they must live.
   Sizes are bytes, counts are elements, iterations are numbered from zero. */

#ifndef CLACC_ABI_H
#define CLACC_ABI_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define CLACC_ABI 1

/* The version that the library implements. Generated code of version n runs with every library of version >= n. */
uint32_t clacc_abi(void);

/* ---- Structs ---- */

/* The head of a thread in a team. Generated code reads it, and never writes it or copies it. */
typedef struct clacc_thread {
  int32_t id, count;    /* the thread's number in the team, 0 for the primary thread; threads in the team */
  int64_t gang, gangs;  /* in `clacc_gangs`: the gang that the thread runs now, and how many there are; else 0 and 1 */
  uint32_t level;       /* enclosing parallel regions, serial ones too (omp_get_level) */
  uint32_t reserved;
} clacc_thread;

/* Constructs of OpenMP, for `clacc_site`. Combined directives count as what their names begin with. */
enum {
  CLACC_SITE_OPENMP = 0x100,  /* a directive without a number of its own */
  CLACC_SITE_PARALLEL = 0x101,
  CLACC_SITE_TASK = 0x102,
  CLACC_SITE_TASKLOOP = 0x103,
  CLACC_SITE_TARGET = 0x104,
  CLACC_SITE_TARGET_DATA = 0x105,
  CLACC_SITE_TARGET_ENTER_DATA = 0x106,
  CLACC_SITE_TARGET_EXIT_DATA = 0x107,
  CLACC_SITE_TARGET_UPDATE = 0x108,
  CLACC_SITE_TEAMS = 0x109
};

/* A construct in the source. A static constant: it must live as long as the program. The lines are those of the first and
   the last token of the construct and of the function, in `file` as the program's `#line`s have it; 0: not known. A null
   pointer, wherever a function takes a site: nothing is known. With the environment variable CLACC_NOTIFY=1, a line on
   stderr names the site of each clacc_fork and clacc_gangs. */
typedef struct clacc_site {
  uint16_t size;        /* sizeof(clacc_site) */
  uint16_t construct;   /* acc_construct_t of OpenACC's profiling interface, or CLACC_SITE_OPENMP ... */
  uint32_t flags;       /* zero */
  const char *file, *function;
  int32_t line, end_line, func_line, func_end_line;
} clacc_site;

/* When, where and in which queue an OpenACC construct runs. A null pointer means: current device, now, no condition. */
typedef struct clacc_when {
  int32_t device;       /* the device number, or -1 for the current one */
  int32_t async;        /* the async argument as in openacc.h; -1 (acc_async_sync) without the clause */
  int32_t go;           /* the condition of the `if` clause, 1 without the clause */
  uint32_t waits;       /* values of the `wait` clause; (uint32_t)-1 for a clause without values */
  const int32_t *wait;
  int32_t wait_device;  /* of `wait(devnum:...)`, or -1 */
} clacc_when;

typedef void (*clacc_body)(clacc_thread *, void *);

/* ---- Flags. Bits that a function does not name must be zero. ---- */

enum {
  CLACC_SERIAL = 1,           /* fork: the `if` clause is false */
  CLACC_NOWAIT = 2,           /* loop_end: no barrier */
  CLACC_REDUCE_ALL = 4,       /* reduce: every thread gets the result */
  CLACC_REDUCE_VALUES = 8,    /* reduce: the copies may be copied */
  CLACC_BIND_PRIMARY = 0x100, /* fork: proc_bind(primary), proc_bind(master) */
  CLACC_BIND_CLOSE = 0x200,
  CLACC_BIND_SPREAD = 0x300
};

/* ---- Parallel regions ---- */

/* Runs `body(head, args)` once on each thread of a new team. The calling thread is thread 0; the function returns when
   all threads have returned and all tasks of the team are finished. `threads`: the value of `num_threads`, or 0 without
   the clause. The team can be smaller than asked for (thread limit, dynamic adjustment, nesting limit). `args` and what
   it points to must live until the return; nobody writes to `args` itself. Any thread of the program may call it. */
void clacc_fork(const clacc_site *site, clacc_body body, void *args, int32_t threads, uint32_t flags);

/* The calling thread's head in its innermost team: in orphaned constructs, and in serial parts, where it is a team of
   one. Also on threads that the program made. The pointer is valid until the innermost region of the thread ends. */
clacc_thread *clacc_self(void);

/* Waits for all threads, and for all tasks of the team. All threads call it. */
void clacc_barrier(clacc_thread *t);

/* A flush of all memory, sequentially consistent. */
void clacc_flush(void);

/* ---- OpenACC compute constructs on the memory of the host ---- */

/* Runs `body(head, args)` once for each gang, `head->gang` = 0 ... `gangs` - 1, and returns when all have returned. The
   gangs are shared among the threads of one team in contiguous blocks; a thread runs its gangs one after another, in
   order. `gangs` 0: as many as the team has threads. Without a condition that holds (`when->go` zero) the calling thread
   runs all gangs. Gangs never wait for one another: `body` must call no function that all threads call.
   `args` must live until the return. Version 1 runs every queue at once and returns when the construct is finished:
   `async` and `wait` are legal and need nothing more. */
void clacc_gangs(const clacc_site *site, const clacc_when *when, int64_t gangs, clacc_body body, void *args);

/* ---- Leagues of teams, and `target` on the host ---- */

enum {
  CLACC_TEAMS_SHARE = 1,      /* teams: the region shares loops among the teams, and holds no parallel region */
  CLACC_PARTIAL_FIRST = 1,    /* what clacc_league_partial says */
  CLACC_PARTIAL_LAST = 2,
  CLACC_DEFAULT_DEVICE = -2147483647 - 1 /* of a construct without the clause `device` */
};

/* `teams`, and `target`, which is a league of one team (1, 1): runs `body(head, args)` once for each team of a league, as an
   initial thread outside of all parallel regions, with `head->gang` = 0 ... `head->gangs` - 1 as the number of the team.
   Returns when all teams are finished. `lower` and `upper`: the bounds of `num_teams`, 0 for those that are not given; with
   `upper` alone there are exactly so many teams. `thread_limit`: the value of the clause, or 0. Some teams may run at
   the same time, others one after another, so that no team may wait for another one. */
void clacc_teams(const clacc_site *site, clacc_body body, void *args, int32_t lower, int32_t upper, int32_t thread_limit,
                 uint32_t flags);

/* ---- Devices with a memory of their own ----

   For programs that `clacc cc --native --discrete` makes. The device is in the process, and its code is compiled with calls that
   check each access to memory. Bodies are the same on host and device. `device` is a number, -1 for the host, or CLACC_DEFAULT_DEVICE. Where the
   device is the host, or `go` is zero, clacc_target runs its body on the host and the other functions do nothing. Every
   mistake in the use of data ends the program with a message that names the item and the line. */

enum {                        /* bits of `action`; OpenMP 5.2 5.8.3 and 5.9, OpenACC 3.4 2.7 */
  CLACC_TO = 1,               /* copied to the device if the item is not there yet; update: to the device */
  CLACC_FROM = 2,             /* copied to the host if the item leaves the device; update: to the host */
  CLACC_ALWAYS = 4,           /* copied in any case */
  CLACC_PRESENT = 8,          /* it is a mistake if the item is not on the device */
  CLACC_NO_ALLOC = 16,        /* nothing happens if the item is not on the device */
  CLACC_HOLD = 32,            /* counts in the structured reference counter; else in the dynamic one */
  CLACC_FINALIZE = 64,        /* exit: the dynamic counter becomes zero (`delete`, `finalize`) */
  CLACC_OWN = 128,            /* target: a copy for this region alone (`firstprivate` arrays) */
  CLACC_IMPLICIT = 256,       /* no clause of the source names the item */
  CLACC_VALUES = 512,         /* the item holds numbers and pointers alone, no struct or union: a load of bytes that were never
                                 given is a mistake */
  CLACC_MEMBER = 1024         /* the item is inside a struct that its name names too: `s.a`, `p->a[0:n]` of an array `a` */
};

/* An item of a data clause. `bytes` 0: what `host` points into, as far as it is on the device; nothing is allocated. */
typedef struct clacc_item {
  void *host;           /* the first byte */
  size_t bytes;
  void **pointer;       /* the pointer of the program through which the item is named, or NULL. Its copy on the device, if there
                           is one, is attached to the item at the beginning and detached at the end. */
  const char *name;     /* as the program writes it, `a[0:n]` */
  uint32_t action, reserved;
} clacc_item;

/* What the arguments of a `target` region hold at an offset. */
enum {
  CLACC_ADDRESS_OF = 1, /* the address of a variable, `bytes` bytes, of which at least a part must be on the device */
  CLACC_POINTER = 2     /* the value of a pointer, which becomes that of the copy it points into, if there is one, or that belongs to
                           an item that is named through a pointer of this value. `bytes`: the size of what it points to, for
                           messages; 0: not known. */
};
typedef struct clacc_param {
  uint32_t offset, kind;
  size_t bytes;
  const char *name;     /* of the variable */
} clacc_param;

/* `target`: enters the items, runs the body with the arguments, and lets the items leave. On the device the body gets a copy of
   the arguments in which the addresses of `params` are those of the device. On the host it runs as clacc_teams does with one team. */
void clacc_target(const clacc_site *site, int32_t device, int32_t go, clacc_body body, void *args, size_t bytes,
                  int32_t thread_limit, uint32_t params, const clacc_param *param, uint32_t items, const clacc_item *item);
/* `target data`, `target enter data`, `target exit data`, `target update`. The items of clacc_data_end are those of clacc_data_begin. */
void clacc_data_begin(const clacc_site *site, int32_t device, int32_t go, uint32_t items, const clacc_item *item);
void clacc_data_end(const clacc_site *site, int32_t device, int32_t go, uint32_t items, const clacc_item *item);
void clacc_data_enter(const clacc_site *site, int32_t device, int32_t go, uint32_t items, const clacc_item *item);
void clacc_data_exit(const clacc_site *site, int32_t device, int32_t go, uint32_t items, const clacc_item *item);
/* The same for the beginning and the end of a data construct that are operations of their own: within it, pointers lead to its items. */
void clacc_data_begin_deferred(const clacc_site *site, int32_t device, int32_t go, uint32_t items, const clacc_item *item);
void clacc_data_end_deferred(const clacc_site *site, int32_t device, int32_t go, uint32_t items, const clacc_item *item);
void clacc_data_update(const clacc_site *site, int32_t device, int32_t go, uint32_t items, const clacc_item *item);
/* Sets items that are there to zero on the device. */
void clacc_data_zero(const clacc_site *site, int32_t device, int32_t go, uint32_t items, const clacc_item *item);
/* `use_device_ptr`, `use_device_addr`: returns the address of the copy of what `host` points to; `host` itself where the device is
   the host, or, without CLACC_PRESENT in `flags`, where there is no copy. */
void *clacc_use_device(const clacc_site *site, int32_t device, int32_t go, const void *host, uint32_t flags, const char *name);

/* A variable with storage of its own on the device (`declare target`, `declare create`). */
typedef struct clacc_global {
  void *host;
  size_t bytes;
  const char *name;
  uint32_t flags, reserved; /* flags: CLACC_TO: the copy begins with the value that the host's has at this call; CLACC_VALUES */
} clacc_global;
/* Called before `main`. The list lives as long as the program. A unit without such variables calls it with 0: it tells that the
   program has code for these devices. */
void clacc_globals(uint32_t count, const clacc_global *list);
/* Returns the address of the copy of a variable while the calling thread executes device code, and else that of the variable. */
void *clacc_here(const volatile void *host);
/* Returns the number of the device whose code the calling thread executes, or -1. */
int32_t clacc_running_device(void);
/* Returns the `acc_device_t` of that device, or `acc_device_host`. */
int32_t clacc_running_type(void);

/* Constructs in queues are executed at once. These calls tell of the order that the program asks for, so that a missing wait is found. The
   arguments are those of `async` and `wait`. A construct in the queue `own` is executed between the first two, after what the queues `waits`
   hold so far. */
void clacc_queue_begin(const clacc_site *site, int32_t own, uint32_t count, const int32_t *waits);
void clacc_queue_end(void);
/* The calling thread waits for queues; with a count of 0, for all of them. */
void clacc_queue_wait(uint32_t count, const int32_t *queues);
/* Begins a construct that is deferred (`nowait`), before which the tasks are finished that its dependences name. clacc_queue_end ends it. */
struct clacc_depend;
void clacc_deferred_begin(clacc_thread *t, const clacc_site *site, uint32_t depends, const struct clacc_depend *depend);

/* The next access of these bytes is atomic: it needs no order among operations that access them atomically too. */
void clacc_atomic_access(const void *object, size_t bytes);

/* What `memcpy` and its kin are in programs for such devices: they check that the side on which they run may use the memory. In device
   code, memory is that of the device. */
void *clacc_memcpy(void *to, const void *from, size_t bytes);
void *clacc_memmove(void *to, const void *from, size_t bytes);
void *clacc_memset(void *to, int value, size_t bytes);
void *clacc_malloc(size_t bytes);
void *clacc_calloc(size_t count, size_t bytes);
void *clacc_realloc(void *memory, size_t bytes);
void clacc_free(void *memory);

/* What the routines of OpenMP ask. A device number from 0 to the count less one is that of a device; any other one is the host's. */
int32_t clacc_device_count(void);
/* Memory of a device; NULL if there is none left, and for the host. Memory that was not allocated so, or was released, is a mistake. */
void *clacc_device_allocate(int32_t device, size_t bytes);
void clacc_device_release(int32_t device, void *memory);
/* Copies between memories. It is a mistake if not all bytes are where the number says. */
void clacc_device_copy(int32_t to_device, void *to, int32_t from_device, const void *from, size_t bytes);
/* Where the copy of a byte of the host is, or NULL; the byte itself for the host. */
void *clacc_device_mapped(int32_t device, const void *host);
/* Makes memory of a device the copy of the host's, and undoes that. They return 1, or 0 if nothing was done. */
int32_t clacc_device_associate(int32_t device, const void *host, const void *memory, size_t bytes);
int32_t clacc_device_disassociate(int32_t device, const void *host);

/* A reduction over the teams of a league. Each team calls it once, behind its code, with its head and the same number of
   bytes. Values that several teams of one thread combine are kept in the memory that it returns, which is aligned for any
   type up to 64 bytes; NULL if there is nothing to combine but the values of this team. With CLACC_PARTIAL_FIRST, the memory holds nothing
   yet, and the team copies its values there; otherwise it combines them with those. With CLACC_PARTIAL_LAST, the team then combines the
   values there, or with NULL its own, with the original variables, and calls clacc_league_done. Originals are changed in the
   order of the teams. */
void *clacc_league_partial(clacc_thread *t, size_t bytes, uint32_t *state);
void clacc_league_done(clacc_thread *t);

/* A `target` construct begins, the condition of which holds: ends the program with a message if it may not run on the host,
   because the number is that of no device, or OMP_TARGET_OFFLOAD is `mandatory`. */
void clacc_target_device(const clacc_site *site, int32_t device);

/* ---- Profiling ---- */

/* A compute construct or a `wait` of OpenACC begins, or has ended: tells profiling libraries of it, with the source of its site.
   `async` is the argument of the clause: -2 without an argument, -1 without the clause; of a `wait` it is the queue that is
   waited for, or -2. Called by the thread that encounters the construct, in pairs. Without a library each is a test of one byte. */
void clacc_construct_begin(const clacc_site *site, int32_t async);
void clacc_construct_end(const clacc_site *site);

/* ---- Messages of the program ---- */

/* `error` with at(execution): writes a warning with the place of the directive and a message, which may be NULL; or an error, and
   ends the program with the exit status 1. */
void clacc_error(const clacc_site *site, const char *message, uint32_t is_fatal);

/* ---- Worksharing ---- */

/* Block `part` of `parts` of the iterations 0 ... trips - 1: the first trips % parts blocks are one longer.
   Returns whether the block holds an iteration. */
static inline int clacc_block(uint64_t part, uint64_t parts, uint64_t trips, uint64_t *lo, uint64_t *hi) {
  uint64_t each = trips / parts, longer = trips % parts;
  *lo = part * each + (part < longer ? part : longer);
  *hi = *lo + each + (part < longer);
  return *lo < *hi;
}

/* schedule(static) without a chunk: this thread's iterations *lo <= i < *hi. Needs no other call. */
static inline int clacc_static_range(const clacc_thread *t, uint64_t trips, uint64_t *lo, uint64_t *hi) {
  return clacc_block((uint64_t)t->id, (uint64_t)t->count, trips, lo, hi);
}

/* The iterations of a gang loop that fall to the gang that this thread runs now. */
static inline int clacc_gang_range(const clacc_thread *t, uint64_t trips, uint64_t *lo, uint64_t *hi) {
  return clacc_block((uint64_t)t->gang, (uint64_t)t->gangs, trips, lo, hi);
}

/* Kinds of schedules. Chunks always come in increasing order to a thread, so that `monotonic` asks for nothing. */
enum {
  CLACC_STATIC = 1,
  CLACC_DYNAMIC = 2,
  CLACC_GUIDED = 3,
  CLACC_AUTO = 4,
  CLACC_RUNTIME = 5,          /* the schedule of the ICV run-sched-var; the chunk of the call is ignored */
  CLACC_ORDERED = 0x100       /* added to a kind: the loop has the clause `ordered` without a parameter */
};

/* A worksharing loop whose chunks the library gives out, or `sections`: the sections are the iterations, chunk 1, dynamic.
   All threads call begin with equal arguments, then next until it returns 0, then end. A thread may be some loops ahead
   of the others if they end with CLACC_NOWAIT. `chunk` 0: none given (1 for dynamic and guided, blocks for static).
   begin returns whether there are iterations; end must be called in any case. */
int clacc_loop_begin(clacc_thread *t, uint64_t trips, uint64_t chunk, uint32_t kind);
/* Gives this thread the iterations *lo <= i < *hi, at least one, or returns 0 when there are no more for it. The thread
   that gets *hi == trips has the last iteration (lastprivate). */
int clacc_loop_next(clacc_thread *t, uint64_t *lo, uint64_t *hi);
/* Flags: CLACC_NOWAIT, or 0 for the barrier at the end. */
void clacc_loop_end(clacc_thread *t, uint32_t flags);

/* Around an `ordered` region in the iteration of a loop with CLACC_ORDERED: begin waits until the ordered regions of all
   earlier iterations are done. An iteration that has none calls neither. (uint64_t)-1 is the iteration that the thread
   executes, for code that does not see its loop. */
void clacc_ordered_begin(clacc_thread *t, uint64_t iteration);
void clacc_ordered_end(clacc_thread *t);

/* A loop with `ordered(n)`, whose iterations depend on each other; they are numbered through all n loops. All threads call
   begin behind a clacc_loop_begin that returned 1, with equal numbers of iterations. post lets those go on that wait for an
   iteration, and wait returns when it is posted. Iterations that nobody may wait for are not posted. clacc_loop_end ends it. */
void clacc_doacross_begin(clacc_thread *t, uint64_t iterations);
void clacc_doacross_post(clacc_thread *t, uint64_t iteration);
void clacc_doacross_wait(clacc_thread *t, uint64_t iteration);

/* `single`: returns 1 to one thread, which runs the block, and 0 to the others. All threads call it. It contains no
   barrier: without `nowait`, clacc_barrier or clacc_copy_private follows. */
int clacc_single(clacc_thread *t);

/* `copyprivate`: all threads call it behind the block of the single. The thread that got 1 passes its list (any memory of
   its own), the others NULL. It contains a barrier, and returns that list in all threads, which then copy from it. Then
   all threads call clacc_barrier: until that returns, the list and what it points to must live. */
void *clacc_copy_private(clacc_thread *t, void *list);

/* A reduction: combines the private copies of all threads, in the order of the thread numbers,
   ((mine0 + mine1) + mine2) + ..., so that equal numbers of threads give equal bits. All threads call it, each with its own
   copy of `bytes` bytes; `combine(into, from)` does `*into = *into op *from`, and is called by one thread, not always
   thread 0. When the function returns, the result is in thread 0's `mine`, which thread 0 may use at once (it adds it
   to the original variable); the copies of the other threads have any values and are not used any more. Other threads
   may read the original after one more clacc_barrier (or behind the region). The function contains a barrier.
   CLACC_REDUCE_ALL: the result is in the copies of all threads.
   CLACC_REDUCE_VALUES: a copy means the same at any address and holds no address of anything that ends with the construct. Without
   CLACC_REDUCE_ALL, the function need not contain a barrier then: thread 0 waits for the others, they do not wait for it. */
void clacc_reduce(clacc_thread *t, void *mine, size_t bytes, void (*combine)(void *into, const void *from), uint32_t flags);

/* ---- Mutual exclusion ---- */

/* `critical`: a lock for each name. `cell` is a zero-initialised object of the program, one for each name in the whole
   program (external linkage, so that units share it); NULL is the lock of the criticals without a name. The cell belongs to
   the library. Not recursive. */
void clacc_critical_begin(void **cell);
void clacc_critical_end(void **cell);
/* Like begin, but returns 0 at once if the lock is taken, 1 if it was got. For omp_test_lock. */
int clacc_critical_try(void **cell);

/* Around an atomic update of the object at `address` where the compiler has no atomic operation for it. Excludes other
   updates of the same address that use these functions, and only those. Nothing but the update stands between. */
void clacc_atomic_begin(const void *address);
void clacc_atomic_end(const void *address);

/* Atomic accesses to an object of `bytes` = 1, 2, 4 or 8 bytes, aligned to its size, for compilers that have no functions
   for that. They are ordered as sequentially consistent ones, and atomic with the functions `__atomic_*` of compilers.
   `replace` writes `*desired` to the object if that equals `*expected` byte by byte, and returns 1; else it writes the
   object's value to `*expected`, and returns 0. */
void clacc_atomic_load(const volatile void *object, void *value, size_t bytes);
void clacc_atomic_store(volatile void *object, const void *value, size_t bytes);
int clacc_atomic_replace(volatile void *object, void *expected, const void *desired, size_t bytes);

/* The calling thread's copy of a threadprivate variable, aligned for any type up to 64 bytes. `cell` is a
   zero-initialised object of the program for this variable; `original` holds the initial value and is never written, by
   nobody: the initial thread too uses a copy. A thread's copy is made at its first call and lives as long as the thread.
   Teams of the same size that follow one another, outside other regions, have the same threads. */
void *clacc_threadprivate(void **cell, const void *original, size_t bytes);

/* ---- Tasks ---- */

enum {                        /* kinds of dependences */
  CLACC_IN = 1,
  CLACC_OUT = 2,
  CLACC_INOUT = 3,
  CLACC_MUTEXINOUTSET = 4,
  CLACC_INOUTSET = 5
};

typedef struct clacc_depend {
  const void *address;
  uint32_t kind, reserved;
} clacc_depend;

enum {                        /* flags of tasks */
  CLACC_TASK_UNDEFERRED = 1,  /* the `if` clause is false: the thread waits until the task is done */
  CLACC_TASK_FINAL = 2,       /* the `final` clause is true */
  CLACC_TASK_UNTIED = 4,      /* without effect: a task stays on its thread, which is legal */
  CLACC_TASK_MERGEABLE = 8    /* without effect */
};

typedef struct clacc_task_info {
  const clacc_site *site;     /* lives as long as the program, or NULL */
  clacc_body body;
  void (*copy)(void *to, const void *from);  /* makes the task's copy of the arguments; NULL: memcpy */
  uint32_t bytes, align;      /* of the arguments; align is a power of two, or 0 for 16 */
  uint32_t flags, reserved;
} clacc_task_info;

/* Makes a task. `info` may lie on the stack. The arguments are copied before the return (firstprivate), and the task's body
   gets the address of the copy, which may be written and lives as long as the task. The body gets the head of the thread
   that runs it. Dependences are between tasks with the same parent. */
void clacc_task(clacc_thread *t, const clacc_task_info *info, void *args, uint32_t depends, const clacc_depend *depend);

/* `taskwait`: waits for the child tasks of the current task; with dependences, for those children on which a task with these
   dependences would wait. */
void clacc_task_wait(clacc_thread *t, uint32_t depends, const clacc_depend *depend);

/* `taskgroup`: end waits for all tasks that the current task made since begin, and for their descendants. Pairs nest.
   `taskloop` is tasks in such a pair (without, for `nogroup`). */
void clacc_group_begin(clacc_thread *t);
void clacc_group_end(clacc_thread *t);

/* `taskyield`: may run another task. */
void clacc_yield(clacc_thread *t);

/* A variable that tasks of a taskgroup reduce: `bytes` bytes at `original`. `initialise` gives a copy its first value,
   `combine` does `*into = *into op *from`. */
typedef struct clacc_task_reduction {
  void *original;
  size_t bytes;
  void (*initialise)(void *copy, const void *original, size_t bytes);
  void (*combine)(void *into, const void *from, size_t bytes);
} clacc_task_reduction;

/* `task_reduction`: called at once behind clacc_group_begin. clacc_group_end combines the copies of the threads into the
   originals, in the order of the thread numbers. The originals must live until then. */
void clacc_group_reduce(clacc_thread *t, uint32_t count, const clacc_task_reduction *list);

/* `in_reduction`: the calling thread's copy for the innermost taskgroup around that reduces the item, which is the original
   or a copy of it. The pointer is valid in the current task. */
void *clacc_reduction_copy(clacc_thread *t, const void *item);

/* `detach`: an event, and a task that is finished when its body has returned and the event is fulfilled. Each event is
   passed to one task and fulfilled once, by any thread of the program, before or after the body has returned. */
void *clacc_event(void);
void clacc_event_fulfill(void *event);
void clacc_task_detached(clacc_thread *t, const clacc_task_info *info, void *args, uint32_t depends,
                         const clacc_depend *depend, void *event);

/* ---- Cancellation (OpenMP 5.2 section 16) ---- */

enum {
  CLACC_CANCEL_PARALLEL = 1,
  CLACC_CANCEL_LOOP = 2,      /* the loop of the last clacc_loop_begin */
  CLACC_CANCEL_SECTIONS = 3,  /* the same for `sections` */
  CLACC_CANCEL_TASKGROUP = 4  /* the innermost taskgroup that the current task belongs to */
};

/* `cancel` and `cancellation point`: return whether the caller must go to the end of the construct: of the region that its
   thread executes, of the loop (clacc_loop_end), or of the task. cancel returns 0 if cancel-var is false. Tasks of what is
   cancelled that have not begun are not run. */
int clacc_cancel(clacc_thread *t, uint32_t what);
int clacc_cancellation_point(clacc_thread *t, uint32_t what);

/* A barrier of a region that may be cancelled: returns whether the region is, so that the caller must go to its end. All
   barriers between which CLACC_CANCEL_PARALLEL is used must be this one, and the region's reductions stand behind them. Another barrier in which a thread of a cancelled
   region waits ends the program with a message, because it cannot be complete. */
int clacc_cancellable_barrier(clacc_thread *t);

/* ---- Internal control variables and other facts, for the omp_* routines. All concern the current task. ---- */

enum {
  CLACC_ICV_THREADS = 1,           /* nthreads-var: omp_get_max_threads, omp_set_num_threads; > 0 */
  CLACC_ICV_DYNAMIC = 2,           /* dyn-var: 0 or 1 */
  CLACC_ICV_MAX_ACTIVE_LEVELS = 3,
  CLACC_ICV_SCHEDULE = 4,          /* run-sched-var: CLACC_STATIC ... CLACC_AUTO */
  CLACC_ICV_CHUNK = 5,             /* its chunk; 0: none */
  CLACC_ICV_DEVICE = 6,            /* default-device-var; -1 until a task sets it: nobody here reads it */
  CLACC_ICV_ALLOCATOR = 7,         /* def-allocator-var, a handle of the library of omp_* routines; 0 until a task sets it */
  CLACC_ICV_SCHEDULE_MODIFIER = 8, /* of run-sched-var: 1 if `monotonic` was asked for, else 0; every schedule is */
  /* The following ones are read only. */
  CLACC_ICV_THREAD_LIMIT = 16,
  CLACC_ICV_PROCESSORS = 17,       /* omp_get_num_procs */
  CLACC_ICV_ACTIVE_LEVEL = 18,     /* omp_get_active_level; in_parallel is: not zero */
  CLACC_ICV_IN_FINAL = 19,
  CLACC_ICV_BIND = 20,             /* bind-var, as omp_proc_bind_t */
  CLACC_ICV_TASK = 21,             /* a number that no other task has at the same time */
  CLACC_ICV_SUPPORTED_LEVELS = 22, /* the greatest value of MAX_ACTIVE_LEVELS */
  CLACC_ICV_PLACES = 23,           /* omp_get_num_places; 0 if threads are not put anywhere */
  CLACC_ICV_PLACE = 24,            /* omp_get_place_num; -1 if the thread is at no place */
  CLACC_ICV_PARTITION_FIRST = 25,  /* place-partition-var: its first place, and how many follow one another */
  CLACC_ICV_PARTITION_COUNT = 26,
  CLACC_ICV_IN_EXPLICIT = 27,      /* whether the task is an explicit one */
  CLACC_ICV_CANCELLATION = 28,     /* cancel-var: 0 or 1 */
  /* About leagues. The first two belong to the device and can be set; 0: the library chooses. */
  CLACC_ICV_NUM_TEAMS = 40,        /* nteams-var: omp_get_max_teams */
  CLACC_ICV_TEAMS_THREAD_LIMIT = 41,
  CLACC_ICV_TEAM = 42,             /* omp_get_team_num */
  CLACC_ICV_TEAMS = 43             /* omp_get_num_teams */
};

/* Returns the value, or -1 for an unknown number. */
int64_t clacc_icv_get(uint32_t which);
/* Sets a value for the current task and the regions it will make. Values out of range and numbers of read-only ones are
   ignored, greater values of MAX_ACTIVE_LEVELS become the greatest. */
void clacc_icv_set(uint32_t which, int64_t value);
/* The number of the thread's ancestor at a level (omp_get_ancestor_thread_num), and the size of the team there
   (omp_get_team_size); -1 for a level that does not enclose the caller. */
int32_t clacc_ancestor(int32_t level);
int32_t clacc_team_size(int32_t level);
/* The number of processors of a place, 0 if there is no such place; their numbers are written to `ids` if it is not NULL. */
int32_t clacc_place_processors(int32_t place, int32_t *ids);
/* affinity-format-var of the program; a NULL pointer changes nothing. Reading stores as much as has room, with a zero at the end, and
   returns the whole length. */
void clacc_affinity_format_set(const char *format);
size_t clacc_affinity_format_get(char *buffer, size_t room);
/* Stores a line about the calling thread in the same way, in a format (OpenMP 5.2 table 21.1) or, for NULL or "", in that of
   affinity-format-var. */
size_t clacc_affinity_line(const char *format, char *buffer, size_t room);

#ifdef __cplusplus
}
#endif

#endif
