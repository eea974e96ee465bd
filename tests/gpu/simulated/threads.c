/*
 * Executes the code that clang generates for NVIDIA devices on the host: the threads of a team are contexts of one thread of the host, which
 * run until they wait for each other. Teams run one after another. `build.sh` compiles the device code for the host; what it calls of the
 * device is here, under the names that LLVM gives it, without the `llvm.` in front.
 *
 * A kernel is the function `run_kernel` with a function that calls the code of the kernel. How many teams and threads it has is decided as
 * clang's library decides it, with a device that has few multiprocessors.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

enum { WARP = 32, MOST_THREADS = 1024, USUAL_THREADS = 128, USUAL_TEAMS = 4, STACK = 1 << 18 };

/* What a thread does or waits for. */
enum state { RUNS, ENDED, AT_BARRIER, AT_WARP_BARRIER, AT_SHUFFLE, AT_BALLOT, AT_ACTIVE_MASK };

struct thread {
    jmp_buf at; /* where the thread goes on */
    enum state state;
    unsigned barrier, barrier_threads; /* AT_BARRIER: its number, and how many threads it waits for; 0: all of the team */
    uint32_t mask;                     /* the lanes that an operation of the warp waits for */
    uint32_t value, result;            /* what the thread gives to the operation, and what it gets */
    int lane;                          /* AT_SHUFFLE: the lane whose value it gets */
    void *site;                        /* AT_ACTIVE_MASK: where it is called */
};

static struct thread threads[MOST_THREADS];
static char *stacks;
static unsigned made_threads, self, thread_count, team, team_count;
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

/* The calling thread waits; the scheduler says when it goes on. */
static void wait_as(enum state state)
{
    threads[self].state = state;
    if (!_setjmp(threads[self].at)) _longjmp(scheduler, 1);
}

/* The numbers of a thread. */
unsigned tid_x(void) __asm__("nvvm.read.ptx.sreg.tid.x");
unsigned tid_y(void) __asm__("nvvm.read.ptx.sreg.tid.y");
unsigned tid_z(void) __asm__("nvvm.read.ptx.sreg.tid.z");
unsigned ntid_x(void) __asm__("nvvm.read.ptx.sreg.ntid.x");
unsigned ntid_y(void) __asm__("nvvm.read.ptx.sreg.ntid.y");
unsigned ntid_z(void) __asm__("nvvm.read.ptx.sreg.ntid.z");
unsigned ctaid_x(void) __asm__("nvvm.read.ptx.sreg.ctaid.x");
unsigned ctaid_y(void) __asm__("nvvm.read.ptx.sreg.ctaid.y");
unsigned ctaid_z(void) __asm__("nvvm.read.ptx.sreg.ctaid.z");
unsigned nctaid_x(void) __asm__("nvvm.read.ptx.sreg.nctaid.x");
unsigned nctaid_y(void) __asm__("nvvm.read.ptx.sreg.nctaid.y");
unsigned nctaid_z(void) __asm__("nvvm.read.ptx.sreg.nctaid.z");
unsigned laneid(void) __asm__("nvvm.read.ptx.sreg.laneid");
unsigned lanemask_lt(void) __asm__("nvvm.read.ptx.sreg.lanemask.lt");
unsigned lanemask_gt(void) __asm__("nvvm.read.ptx.sreg.lanemask.gt");
unsigned tid_x(void) { return self; }
unsigned tid_y(void) { return 0; }
unsigned tid_z(void) { return 0; }
unsigned ntid_x(void) { return thread_count; }
unsigned ntid_y(void) { return 1; }
unsigned ntid_z(void) { return 1; }
unsigned ctaid_x(void) { return team; }
unsigned ctaid_y(void) { return 0; }
unsigned ctaid_z(void) { return 0; }
unsigned nctaid_x(void) { return team_count; }
unsigned nctaid_y(void) { return 1; }
unsigned nctaid_z(void) { return 1; }
unsigned laneid(void) { return self % WARP; }
unsigned lanemask_lt(void) { return (1u << self % WARP) - 1; }
unsigned lanemask_gt(void) { return ~1u << self % WARP; }

/* A device has clocks; nothing that tests compare depends on them. */
uint64_t globaltimer(void) __asm__("nvvm.read.ptx.sreg.globaltimer");
unsigned clock_of_device(void) __asm__("nvvm.read.ptx.sreg.clock");
static uint64_t ticks;
uint64_t globaltimer(void) { return ticks += 1000; }
unsigned clock_of_device(void) { return (unsigned)(ticks += 1000); }

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
extern char __start_simt_shared[] __attribute__((weak, visibility("hidden"))), __stop_simt_shared[] __attribute__((weak, visibility("hidden")));
_Bool is_shared(const char *) __asm__("nvvm.isspacep.shared");
_Bool is_shared(const char *at) { return at >= __start_simt_shared && at < __stop_simt_shared; }

/* `printf` on the device: the arguments are in a buffer, each at a multiple of its size. */
int device_vprintf(const char *, const char *) __asm__("simt_vprintf");
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
int is_finite(double) __asm__("__nv_isfinited");
int is_infinite(double) __asm__("__nv_isinfd");
int is_nan(double) __asm__("__nv_isnand");
int is_finite_float(float) __asm__("__nv_finitef");
int is_infinite_float(float) __asm__("__nv_isinff");
int is_nan_float(float) __asm__("__nv_isnanf");
int is_finite(double x) { return isfinite(x); }
int is_infinite(double x) { return isinf(x); }
int is_nan(double x) { return isnan(x); }
int is_finite_float(float x) { return isfinite(x); }
int is_infinite_float(float x) { return isinf(x); }
int is_nan_float(float x) { return isnan(x); }

/* The first lane of the warp of a thread, and the one behind its last. */
static unsigned first_of(unsigned thread) { return thread / WARP * WARP; }
static unsigned end_of(unsigned thread)
{
    unsigned end = first_of(thread) + WARP;
    return end < thread_count ? end : thread_count;
}

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
    unsigned end = end_of(first);
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

/* Lets a thread run until it waits. Its stack is new, or it goes on where it waited. */
static void resume(void)
{
    static ucontext_t here;
    if (_setjmp(scheduler)) return;
    if (self < made_threads) _longjmp(threads[self].at, 1);
    ++made_threads;
    ucontext_t there;
    getcontext(&there);
    there.uc_stack.ss_sp = stacks + (size_t)self * STACK;
    there.uc_stack.ss_size = STACK;
    makecontext(&there, thread_main, 0);
    swapcontext(&here, &there);
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
    int teams, limit;
    uint64_t iterations;
    /* What the program asks for, of launches.c: the image is linked alone. */
    void (*asked)(int *, int *, uint64_t *);
    *(void **)&asked = dlsym(RTLD_DEFAULT, "simulated_launch");
    asked(&teams, &limit, &iterations);
    unsigned most = environment->most_threads > 0 ? (unsigned)environment->most_threads : MOST_THREADS;
    unsigned threads_wanted = limit > 0 ? (unsigned)limit : USUAL_THREADS;
    if (environment->mode == GENERIC) threads_wanted += WARP;
    thread_count = least(least(threads_wanted, most), MOST_THREADS);
    if (teams > 0) team_count = least((unsigned)teams, 1 << 16);
    else if (!iterations) team_count = USUAL_TEAMS;
    else team_count = least(environment->mode == GENERIC ? iterations : (iterations - 1) / thread_count + 1, USUAL_TEAMS);
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
    if (!stacks) {
        stacks = mmap(NULL, (size_t)MOST_THREADS * STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (stacks == MAP_FAILED) die(SIGABRT, "no memory for stacks");
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
