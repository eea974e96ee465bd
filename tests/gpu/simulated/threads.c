/*
 * Executes the code that clang generates for NVIDIA devices on the host: the threads of a team are contexts of one thread of the host, which
 * run until they wait for each other. Teams run one after another. `build.sh` compiles the device code for the host; what it calls of the
 * device is here, under the names that LLVM gives it, without the `llvm.` in front.
 *
 * `run_kernel` executes a kernel. How many teams and threads it has is decided as clang's library decides it, with a device that has few
 * multiprocessors. As on a device, all threads have their local variables at the same addresses: who gets the address of another thread's
 * variable finds one of its own.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

#include "launch.h"

enum { WARP = 32, MOST_THREADS = 1024, USUAL_THREADS = 128, USUAL_TEAMS = 4, STACK = 1 << 20, PAGE = 1 << 12 };

/* What a thread does or waits for. */
enum state { RUNS, ENDED, AT_BARRIER, AT_WARP_BARRIER, AT_SHUFFLE, AT_BALLOT, AT_ACTIVE_MASK };

struct thread {
    jmp_buf at; /* where the thread goes on; of no use before it has run */
    char *saved; /* what was on its stack when it began to wait */
    size_t used, room; /* the bytes of that, and of the memory for them */
    enum state state;
    unsigned barrier, barrier_threads; /* AT_BARRIER: its number, and how many threads it waits for; 0: all of the team */
    uint32_t mask;                     /* the lanes that an operation of the warp waits for */
    uint32_t value, result;            /* what the thread gives to the operation, and what it gets */
    int lane;                          /* AT_SHUFFLE: the lane whose value it gets */
    void *site;                        /* AT_ACTIVE_MASK: where it is called */
};

static struct thread threads[MOST_THREADS];
static char *stack; /* of the thread that runs, between two pages without access */
static unsigned self, thread_count, team, team_count;
static jmp_buf scheduler;
static const char *kernel_name;
static void (*kernel)(void **);
static void **kernel_arguments;

/* Ends the program with a message and by a signal: SIGALRM, like a program that takes too long, where threads wait for ever. */
static void die(int signal, const char *why)
{
    fprintf(stderr, "simulated device: %s (%s, team %u, thread %u)\n", why, kernel_name, team, self);
    raise(signal);
    abort();
}

/* The calling thread waits; the scheduler says when it goes on. Its stack is kept from below this function's own variables. */
static __attribute__((noinline)) void wait_as(enum state state)
{
    enum { BELOW = 512 };
    struct thread *thread = &threads[self];
    thread->state = state;
    thread->used = (size_t)(stack + STACK - (char *)__builtin_frame_address(0)) + BELOW;
    if (!_setjmp(thread->at)) _longjmp(scheduler, 1);
}

/* A function that reads a register of the device. */
#define REGISTER(function, name, value)                       \
    unsigned function(void) __asm__("nvvm.read.ptx.sreg." name); \
    unsigned function(void) { return value; }

/* The numbers of a thread and of its team. There is one dimension. */
REGISTER(tid_x, "tid.x", self)
REGISTER(tid_y, "tid.y", 0)
REGISTER(tid_z, "tid.z", 0)
REGISTER(ntid_x, "ntid.x", thread_count)
REGISTER(ntid_y, "ntid.y", 1)
REGISTER(ntid_z, "ntid.z", 1)
REGISTER(ctaid_x, "ctaid.x", team)
REGISTER(ctaid_y, "ctaid.y", 0)
REGISTER(ctaid_z, "ctaid.z", 0)
REGISTER(nctaid_x, "nctaid.x", team_count)
REGISTER(nctaid_y, "nctaid.y", 1)
REGISTER(nctaid_z, "nctaid.z", 1)
REGISTER(laneid, "laneid", self % WARP)
REGISTER(lanemask_lt, "lanemask.lt", (1u << self % WARP) - 1)
REGISTER(lanemask_gt, "lanemask.gt", ~1u << self % WARP)

/* A device has clocks; nothing that tests compare depends on them. */
static uint64_t ticks;
uint64_t globaltimer(void) __asm__("nvvm.read.ptx.sreg.globaltimer");
uint64_t globaltimer(void) { return ticks += 1000; }
REGISTER(clock_of_device, "clock", (unsigned)(ticks += 1000))

/* Barriers of a team. */
void barrier0(void) __asm__("nvvm.barrier0");
void barrier_sync(unsigned) __asm__("nvvm.barrier.sync");
void barrier_sync_cnt(unsigned, unsigned) __asm__("nvvm.barrier.sync.cnt");
void barrier_sync_cnt(unsigned number, unsigned count)
{
    threads[self].barrier = number;
    threads[self].barrier_threads = count;
    wait_as(AT_BARRIER);
}
void barrier_sync(unsigned number) { barrier_sync_cnt(number, 0); }
void barrier0(void) { barrier_sync_cnt(0, 0); }

/* Fences: the threads of a team are one thread of the host. */
void membar_cta(void) __asm__("nvvm.membar.cta");
void membar_gl(void) __asm__("nvvm.membar.gl");
void membar_sys(void) __asm__("nvvm.membar.sys");
void membar_cta(void) {}
void membar_gl(void) {}
void membar_sys(void) {}

/* Operations of a warp. */
void bar_warp_sync(uint32_t) __asm__("nvvm.bar.warp.sync");
uint32_t shfl_idx(uint32_t, uint32_t, uint32_t, uint32_t) __asm__("nvvm.shfl.sync.idx.i32");
uint32_t shfl_down(uint32_t, uint32_t, uint32_t, uint32_t) __asm__("nvvm.shfl.sync.down.i32");
uint32_t ballot(uint32_t, _Bool) __asm__("nvvm.vote.ballot.sync");
uint32_t active_mask(void) __asm__("nvvm.activemask");
static uint32_t give(enum state state, uint32_t mask, uint32_t value)
{
    threads[self].mask = mask;
    threads[self].value = value;
    wait_as(state);
    return threads[self].result;
}
void bar_warp_sync(uint32_t mask) { give(AT_WARP_BARRIER, mask, 0); }
uint32_t ballot(uint32_t mask, _Bool value) { return give(AT_BALLOT, mask, value); }
/* The last argument: the lanes of a segment in its bits from the eighth, the last lane that may be asked in its low ones. */
static uint32_t shuffle(uint32_t mask, uint32_t value, int wanted, uint32_t clamp, int is_down)
{
    int own = (int)(self % WARP), segment = (int)(clamp >> 8 & 31), first = own & segment;
    int last = first | ((int)(clamp & 31) & ~segment);
    int lane = is_down ? own + wanted : first | (wanted & ~segment);
    threads[self].lane = lane <= last ? lane : own;
    return give(AT_SHUFFLE, mask, value);
}
uint32_t shfl_idx(uint32_t mask, uint32_t value, uint32_t lane, uint32_t clamp) { return shuffle(mask, value, (int)lane, clamp, 0); }
uint32_t shfl_down(uint32_t mask, uint32_t value, uint32_t by, uint32_t clamp) { return shuffle(mask, value, (int)by, clamp, 1); }
uint32_t active_mask(void)
{
    threads[self].site = __builtin_return_address(0);
    return give(AT_ACTIVE_MASK, 0, 0);
}

/* PTX has an operation that LLVM has no atomic instruction for. */
uint32_t load_inc(uint32_t *, uint32_t) __asm__("nvvm.atomic.load.inc.32.p0");
uint32_t load_inc(uint32_t *at, uint32_t most)
{
    uint32_t old = *at;
    *at = old >= most ? 0 : old + 1;
    return old;
}

/* The variables that a team shares are in a section of their own. */
extern char __start_simulated_shared[] __attribute__((weak, visibility("hidden"))), __stop_simulated_shared[] __attribute__((weak, visibility("hidden")));
_Bool is_shared(const char *) __asm__("nvvm.isspacep.shared");
_Bool is_shared(const char *at) { return at >= __start_simulated_shared && at < __stop_simulated_shared; }

/* `printf` on the device: the arguments are in a buffer, each at a multiple of its size. */
int device_vprintf(const char *, const char *) __asm__("simulated_vprintf");
int device_vprintf(const char *format, const char *arguments)
{
    int printed = 0;
    for (size_t at = 0; *format;) {
        size_t plain = strcspn(format, "%"), length = strspn(format + plain + 1, "-+ #0123456789.hljzt") + 2;
        printed += printf("%.*s", (int)plain, format);
        format += plain;
        if (!*format) break;
        char one[32] = "";
        memcpy(one, format, length < sizeof one ? length : sizeof one - 1);
        format += length;
        char conversion = one[length - 1];
        size_t size = strchr("eEfFgGaAsp", conversion) || strpbrk(one, "ljzt") ? 8 : 4;
        if (conversion == '%') {
            printed += printf("%%");
            continue;
        }
        at = (at + size - 1) / size * size;
        if (strchr("eEfFgGaA", conversion)) printed += printf(one, *(const double *)(arguments + at));
        else if (size == 8) printed += printf(one, *(const long *)(arguments + at));
        else printed += printf(one, *(const int *)(arguments + at));
        at += size;
    }
    return printed;
}

/* libdevice's predicates, which the C library has as macros. */
#define PREDICATE(function, name, type, macro) \
    int function(type) __asm__(name);           \
    int function(type x) { return macro(x); }
PREDICATE(is_finite, "__nv_isfinited", double, isfinite)
PREDICATE(is_infinite, "__nv_isinfd", double, isinf)
PREDICATE(is_nan, "__nv_isnand", double, isnan)
PREDICATE(is_finite_float, "__nv_finitef", float, isfinite)
PREDICATE(is_infinite_float, "__nv_isinff", float, isinf)
PREDICATE(is_nan_float, "__nv_isnanf", float, isnan)

/* Lets the lanes in `mask` of a warp go on, each with its result. */
static void complete(unsigned first, unsigned end, uint32_t mask, enum state state)
{
    uint32_t votes = 0;
    for (unsigned i = first; i < end; ++i)
        if (mask >> i % WARP & 1 && threads[i].value) votes |= 1u << i % WARP;
    for (unsigned i = first; i < end; ++i) {
        struct thread *thread = &threads[i];
        if (!(mask >> i % WARP & 1) || thread->state == ENDED) continue;
        if (state == AT_BALLOT) thread->result = votes;
        if (state == AT_ACTIVE_MASK) thread->result = mask;
        if (state == AT_SHUFFLE) {
            unsigned source = first + (unsigned)thread->lane;
            /* Of a lane that does not take part, any value may come. */
            thread->result = source < end && mask >> thread->lane & 1 ? threads[source].value : 0xdeadbeef;
        }
    }
    for (unsigned i = first; i < end; ++i)
        if (mask >> i % WARP & 1 && threads[i].state != ENDED) threads[i].state = RUNS;
}

/* Completes what the lanes of a warp wait for, if all that it names are there. */
static int resolve_warp(unsigned first)
{
    unsigned end = first + WARP < thread_count ? first + WARP : thread_count;
    int is_any = 0;
    for (unsigned i = first; i < end; ++i) {
        enum state state = threads[i].state;
        if (state != AT_WARP_BARRIER && state != AT_SHUFFLE && state != AT_BALLOT) continue;
        int is_whole = 1;
        for (unsigned j = first; j < end; ++j)
            if (threads[i].mask >> j % WARP & 1)
                is_whole &= threads[j].state == ENDED || (threads[j].state == state && threads[j].mask == threads[i].mask);
        if (!is_whole) continue;
        complete(first, end, threads[i].mask, state);
        is_any = 1;
    }
    /* The lanes that ask who is active together are active together, once no other lane can come there. */
    for (unsigned i = first; i < end && !is_any; ++i) {
        if (threads[i].state != AT_ACTIVE_MASK) continue;
        uint32_t mask = 0;
        for (unsigned j = i; j < end; ++j)
            if (threads[j].state == AT_ACTIVE_MASK && threads[j].site == threads[i].site) mask |= 1u << j % WARP;
        complete(first, end, mask, AT_ACTIVE_MASK);
        is_any = 1;
    }
    return is_any;
}

/* Opens the barriers of the team at which all are. */
static int resolve_barriers(void)
{
    int is_any = 0;
    for (unsigned i = 0; i < thread_count; ++i) {
        if (threads[i].state != AT_BARRIER) continue;
        unsigned there = 0, wanted = threads[i].barrier_threads, number = threads[i].barrier;
        for (unsigned j = 0; j < thread_count; ++j) {
            there += threads[j].state == AT_BARRIER && threads[j].barrier == number;
            wanted += !threads[i].barrier_threads && threads[j].state != ENDED;
        }
        if (there != wanted) continue;
        for (unsigned j = 0; j < thread_count; ++j)
            if (threads[j].state == AT_BARRIER && threads[j].barrier == number) threads[j].state = RUNS;
        is_any = 1;
    }
    return is_any;
}

/* The life of a thread: the kernel for each team. */
static void thread_main(void)
{
    for (;; wait_as(ENDED)) kernel(kernel_arguments);
}

/* Begins a thread on the empty stack. It never comes back from there. */
static void begin(void)
{
    static ucontext_t here, there;
    getcontext(&there);
    there.uc_stack.ss_sp = stack;
    there.uc_stack.ss_size = STACK;
    makecontext(&there, thread_main, 0);
    swapcontext(&here, &there);
}

/* Lets a thread run until it waits, and keeps its stack then. */
static void resume(void)
{
    struct thread *thread = &threads[self];
    if (!_setjmp(scheduler)) {
        if (!thread->used) begin();
        memcpy(stack + STACK - thread->used, thread->saved, thread->used);
        _longjmp(thread->at, 1);
    }
    thread = &threads[self];
    if (thread->used > STACK) die(SIGABRT, "a thread has no stack left");
    if (thread->used > thread->room) {
        thread->room = 2 * thread->used;
        thread->saved = realloc(thread->saved, thread->room);
        if (!thread->saved) die(SIGABRT, "no memory for the stack of a thread");
    }
    memcpy(thread->saved, stack + STACK - thread->used, thread->used);
}

static void run_team(void)
{
    for (unsigned i = 0; i < thread_count; ++i) threads[i].state = RUNS;
    for (;;) {
        unsigned ended = 0;
        int is_any = 0;
        for (self = 0; self < thread_count; ++self) {
            if (threads[self].state == RUNS) resume();
            ended += threads[self].state == ENDED;
        }
        if (ended == thread_count) return;
        for (unsigned first = 0; first < thread_count; first += WARP) is_any |= resolve_warp(first);
        is_any |= resolve_barriers();
        self = 0;
        if (!is_any) die(SIGALRM, "the threads of a team wait for each other for ever");
    }
}

/* What clang says of a kernel, beside it. */
struct environment {
    uint8_t generic_state_machine, nested_parallelism, mode;
    int32_t least_threads, most_threads, least_teams, most_teams, reduction_size, reduction_length;
};
enum mode { GENERIC = 1, SPMD, GENERIC_MADE_SPMD };

static unsigned least(uint64_t a, uint64_t b) { return (unsigned)(a < b ? a : b); }

/* The numbers of teams and threads, as clang's library chooses them. */
static void choose_sizes(const struct environment *environment)
{
    /* The image is linked alone, so that a function of the program is looked for. */
    const struct launch *(*last)(void);
    *(void **)&last = dlsym(RTLD_DEFAULT, "simulated_launch");
    const struct launch asked = *last();
    unsigned most = environment->most_threads > 0 ? (unsigned)environment->most_threads : MOST_THREADS;
    unsigned threads_wanted = asked.threads > 0 ? (unsigned)asked.threads : USUAL_THREADS;
    if (environment->mode == GENERIC) threads_wanted += WARP;
    thread_count = least(least(threads_wanted, most), MOST_THREADS);
    uint64_t all = environment->mode == GENERIC ? asked.iterations : (asked.iterations + thread_count - 1) / thread_count;
    if (asked.teams > 0) team_count = least((unsigned)asked.teams, 1 << 16);
    else team_count = all ? least(all, USUAL_TEAMS) : USUAL_TEAMS;
    if (environment->most_teams > 0) team_count = least(team_count, (unsigned)environment->most_teams);
}

/* What the library for devices reads of its device. */
extern struct {
    uint32_t debug_kind, devices, device, dynamic_memory;
    uint64_t clock_frequency;
    void *indirect_calls;
    uint64_t indirect_call_count, parallelism;
} device_environment __asm__("__omp_rtl_device_environment") __attribute__((weak));

static void run_kernel(const char *name, void (*code)(void **), void **arguments, const struct environment *environment)
{
    static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&one_at_a_time);
    if (!stack) {
        char *pages = mmap(NULL, STACK + 2 * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (pages == MAP_FAILED || mprotect(pages + PAGE, STACK, PROT_READ | PROT_WRITE)) die(SIGABRT, "no memory for a stack");
        stack = pages + PAGE;
    }
    if (&device_environment) {
        memset(&device_environment, 0, sizeof device_environment);
        device_environment.devices = 1;
        device_environment.parallelism = USUAL_TEAMS * USUAL_THREADS;
    }
    kernel_name = name;
    kernel = code;
    kernel_arguments = arguments;
    choose_sizes(environment);
    for (team = 0; team < team_count; ++team) run_team();
    fflush(stdout);
    pthread_mutex_unlock(&one_at_a_time);
}
