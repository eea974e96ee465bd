// case: parallel: what each of its clauses changes shows where the device has memory of its own
#include <stdio.h>
#include <stdlib.h>

enum { N = 40 };

static char queues[16];

/* The queue of directives that name none. */
static int default_queue = -2;

char *acc2omp_async2dep(int async)
{
    return &queues[(async == -2 ? default_queue : async) + 4];
}

void acc_attach(void **pointer)
{
    char *target = *pointer;
    #pragma omp target map(alloc: pointer[0:1], target[0:1])
    *pointer = target;
}

void acc_detach(void **pointer)
{
    unsigned long target = (unsigned long)*pointer;
    #pragma omp target map(alloc: pointer[0:1]) firstprivate(target)
    *pointer = (void *)target;
}

/* Whether the device has the same memory as the host. */
static int is_shared(void)
{
    int probe = 0;
    #pragma acc parallel copyin(probe)
    probe = 1;
    return probe;
}

static void fill(int *a, int *b, int *c)
{
    for (int i = 0; i < N; i++) {
        a[i] = i;
        b[i] = 2 * i;
        c[i] = 7;
    }
}

static int sum_of(const int *a)
{
    int sum = 0;
    for (int i = 0; i < N; i++)
        sum += a[i] * (i + 1);
    return sum;
}

static void data_clauses(int *a, int *b, int *c, int *d)
{
    fill(a, b, c);
    #pragma acc parallel num_gangs(1) copy(a[0:N]) copyin(b[0:N]) copyout(c[0:N]) create(d[0:N])
    {
        for (int i = 0; i < N; i++)
            d[i] = a[i] + b[i];
        for (int i = 0; i < N; i++) {
            a[i] = d[i];
            c[i] = d[i] - 1;
        }
    }
    printf("%d %d %d\n", sum_of(a), sum_of(b), sum_of(c));
}

static void scalars(void)
{
    int both = 1, in = 2, out = 3, scratch = 4;
    #pragma acc parallel num_gangs(1) copy(both) copyin(in) copyout(out) create(scratch)
    {
        scratch = both + in;
        both = scratch * 2;
        in = 9;
        out = scratch + 1;
    }
    printf("%d %d\n", both, out);
    if (!is_shared())
        printf("%s", in == 2 && scratch == 4 ? "" : "copied back\n");
}

/* Without a clause, all of an array goes both ways. */
static void arrays(void)
{
    int in[N], scratch[N], by_rule[N], seen = 0;
    for (int i = 0; i < N; i++) {
        in[i] = scratch[i] = by_rule[i] = i;
    }
    #pragma acc parallel num_gangs(1) copyin(in) create(scratch) copyout(seen)
    {
        for (int i = 0; i < N; i++) {
            scratch[i] = in[i] + by_rule[i];
            in[i] = 9;
            by_rule[i] += 1;
        }
        seen = scratch[3];
    }
    printf("%d %d\n", seen, sum_of(by_rule));
    printf("%s", is_shared() || (in[3] == 3 && scratch[3] == 3) ? "" : "copied back\n");
}

/* Each gang has a value of its own, and changes it often enough that others would see it. */
static void scalars_of_gangs(void)
{
    volatile unsigned by_rule = 3;
    unsigned seen[4];
    #pragma acc parallel num_gangs(4) copyout(seen)
    {
        for (int k = 0; k < 100000; k++)
            by_rule = by_rule * 1664525u + 1013904223u;
        #pragma acc loop gang
        for (int g = 0; g < 4; g++)
            seen[g] = by_rule;
    }
    printf("%u %u %u %u\n", seen[0], seen[1], seen[2], seen[3]);
}

/* Where the region maps nothing, the construct in it copies both ways. */
static void regions_without_data(int no)
{
    int whole[N];
    for (int i = 0; i < N; i++)
        whole[i] = i;
    #pragma acc data copy(whole[1:N - 1]) if(no)
    {
        #pragma acc parallel num_gangs(1)
        for (int i = 1; i < N; i++)
            whole[i] = whole[i] * 2 + 1;
    }
    printf("%d\n", sum_of(whole));
}

static void found(int *a, int *b, int *c)
{
    fill(a, b, c);
    int whole[N], parts[N];
    for (int i = 0; i < N; i++)
        whole[i] = parts[i] = i;
    #pragma acc enter data copyin(a[0:N], whole, parts[10:20])
    #pragma acc parallel num_gangs(1) present(a[0:N], whole, parts[10:20])
    {
        for (int i = 10; i < 30; i++)
            a[i] += whole[i] + parts[i];
        for (int i = 10; i < 30; i++) {
            whole[i] = 5;
            parts[i] = 6;
        }
    }
    #pragma acc parallel num_gangs(1) default(present)
    {
        for (int i = 0; i < N; i++)
            whole[i] += 1;
    }
    #pragma acc exit data copyout(a[0:N], whole, parts[10:20])
    printf("%d %d %d\n", sum_of(a), sum_of(whole), sum_of(parts));
}

/* OpenMP's own rule finds no data that begins behind the pointer. */
static void parts_found(int *a, int *b, int *c)
{
    fill(a, b, c);
    #pragma acc enter data copyin(a[10:20])
    #pragma acc parallel num_gangs(1) present(a[10:20])
    a[12] += 5;
    #pragma acc exit data copyout(a[10:20])
    printf("%d\n", a[12]);
}

static void device_pointers(int *a, int *b, int *c)
{
    fill(a, b, c);
    #pragma acc data copy(a[0:N])
    {
        #pragma acc host_data use_device(a)
        {
            #pragma acc parallel num_gangs(1) deviceptr(a)
            {
                for (int i = 0; i < N; i++)
                    a[i] += 3;
            }
        }
    }
    printf("%d\n", sum_of(a));
}

static void conditions(int *a, int *b, int *c, int yes, int no)
{
    fill(a, b, c);
    int shared = is_shared();
    #pragma acc enter data copyin(a[0:N], b[0:N], c[0:N])
    #pragma acc parallel num_gangs(1) if(no) present(a[0:N])
    a[1] = 100;
    #pragma acc parallel num_gangs(1) self(yes) present(b[0:N])
    b[1] = 100;
    #pragma acc parallel num_gangs(1) if(yes) self(no) present(c[0:N])
    c[1] = 100;
    printf("%s", a[1] == 100 && b[1] == 100 && (shared || c[1] == 7) ? "" : "the device executes it\n");
    #pragma acc exit data copyout(c[0:N]) delete(a, b)
    printf("%d %d %d\n", sum_of(a), sum_of(b), sum_of(c));
}

struct pair {
    int *p, n;
};

static void attached(int *a, int *b, int *c)
{
    fill(a, b, c);
    struct pair pair = {a, N};
    #pragma acc enter data copyin(a[0:N])
    #pragma acc parallel num_gangs(1) copy(pair) attach(pair.p)
    {
        for (int i = 0; i < N; i++)
            pair.p[i] += 1;
    }
    #pragma acc exit data copyout(a[0:N])
    printf("%d %d\n", sum_of(a), pair.p == a);
}

/* Long enough that what does not wait comes too early. */
static unsigned slowly(unsigned value)
{
    for (int i = 0; i < 1000000; i++)
        value = value * 1664525u + 1013904223u;
    return value;
}
#pragma acc routine(slowly) seq

static void in_queues(int *a, int *b, int *c)
{
    fill(a, b, c);
    #pragma acc enter data copyin(a[0:N], b[0:N])
    #pragma acc parallel num_gangs(1) present(a[0:N]) async(1)
    a[0] = (int)(slowly(1) % 1000);
    #pragma acc parallel num_gangs(1) present(a[0:N]) async(1)
    a[1] = a[0] * 2;
    #pragma acc parallel num_gangs(1) present(a[0:N]) async(2)
    a[2] = (int)(slowly(2) % 1000);
    #pragma acc parallel num_gangs(1) present(a[0:N], b[0:N]) wait(1, 2) async(3)
    b[0] = a[1] + a[2];
    #pragma acc parallel num_gangs(1) present(b[0:N]) wait(3)
    b[1] = b[0] * 2;
    #pragma acc parallel num_gangs(1) present(b[0:N]) async
    b[2] = (int)(slowly(3) % 1000);
    #pragma acc parallel num_gangs(1) present(b[0:N]) wait
    b[3] = b[2] * 2;
    #pragma acc exit data copyout(a[0:N], b[0:N])
    printf("%d %d\n", sum_of(a), sum_of(b));
    /* The program makes the synchronous queue the default one. */
    default_queue = -1;
    int now = 0;
    #pragma acc enter data copyin(now)
    #pragma acc parallel num_gangs(1) present(now) async
    now = (int)(slowly(4) % 1000);
    #pragma acc exit data copyout(now)
    default_queue = -2;
    printf("%d\n", now);
}

/* Each of several gangs has its own. */
static void own_values(void)
{
    int k = 2, sum = 1, own[4] = {1, 2, 3, 4}, first[4] = {5, 6, 7, 8}, gangs = 0, t = 3;
    #pragma acc parallel num_gangs(2) private(own, t) firstprivate(k, first) reduction(+:sum) reduction(+:gangs)
    {
        t = k;
        own[0] = t;
        for (int i = 0; i < 20000; i++) {
            k += own[0] % 3;
            first[1] += i % 2;
            own[0]++;
            t++;
        }
        sum += k + first[1] + t;
        gangs += 1;
    }
    /* A serial program has one gang. */
    printf("%d\n", (sum - 1) / gangs);
#ifdef _OPENMP
    /* Where the host is the device, there may be fewer gangs. */
    printf("%s", (gangs == 2 || is_shared()) && own[0] == 1 && first[1] == 6 && k == 2 ? "" : "changed outside\n");
#endif
}

static void reductions(void)
{
    int n = 300000, sum = 0, most = 0, parts[2] = {1, 2};
    double inner[8];
    #pragma acc parallel loop gang num_gangs(3) reduction(+:sum) reduction(max:most)
    for (int i = 0; i < n; i++) {
        sum += (i * 7 + 3) % 5;
        most = (i * 7 + 3) % 1001 > most ? (i * 7 + 3) % 1001 : most;
    }
    #pragma acc parallel loop gang num_gangs(3) reduction(+:parts)
    for (int i = 0; i < n; i++)
        parts[i % 2] += i % 3;
    #pragma acc parallel loop gang copyout(inner)
    for (int i = 0; i < 8; i++) {
        double total = 0;
        #pragma acc loop worker vector reduction(+:total)
        for (int j = 0; j < n; j++)
            total += j % (i + 2);
        inner[i] = total;
    }
    printf("%d %d %d %d %g %g\n", sum, most, parts[0], parts[1], inner[0], inner[7]);
}

static void sizes(int many)
{
    int a = 0;
    #pragma acc parallel num_gangs(1) num_workers(many++) copy(a)
    a += 1;
    #pragma acc parallel num_gangs(1) vector_length(many++) copy(a)
    a += 1;
    printf("%d\n", a);
    /* A serial program does not evaluate clauses. */
#ifdef _OPENMP
    printf("%s", many == 4 ? "" : "not evaluated once\n");
#endif
}

int main(void)
{
    int *a = malloc(N * sizeof *a), *b = malloc(N * sizeof *b), *c = malloc(N * sizeof *c), *d = malloc(N * sizeof *d);
    data_clauses(a, b, c, d);
    scalars();
    scalars_of_gangs();
    regions_without_data(N < 1);
    arrays();
    found(a, b, c);
    parts_found(a, b, c);
    device_pointers(a, b, c);
    conditions(a, b, c, N > 1, N < 1);
    attached(a, b, c);
    in_queues(a, b, c);
    own_values();
    reductions();
    sizes(2);
    return 0;
}
