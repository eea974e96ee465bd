// case: where the host is the device, directives leave nothing but what their clauses change
// expect-host: (void)counted();
// expect-host: #pragma omp parallel for
#include <stdio.h>

enum { N = 50 };

static char queues[16];

char *acc2omp_async2dep(int async)
{
    return &queues[async + 4];
}

static int count;

static int counted(void)
{
    count++;
    return 1;
}

static int a[N];
static int declared[4];
#pragma acc declare create(declared)

static void moved(int yes)
{
    #pragma acc enter data copyin(a[0:N]) if(counted())
    #pragma acc data present(a[0:N])
    {
        #pragma acc parallel loop num_gangs(counted() + 1) async(counted())
        for (int i = 0; i < N; i++)
            a[i] += i;
        #pragma acc wait(1)
        if (yes) {
            #pragma acc update self(a[0:N])
        }
        if (yes) {
            #pragma acc update device(a[0:N]) async(1)
        } else {
            #pragma acc wait
        }
        #pragma acc host_data use_device(a)
        {
            printf("%d\n", a != 0);
        }
    }
    #pragma acc exit data copyout(a[0:N]) wait(1)
}

static int labelled(int n)
{
    if (n > 2)
        goto end;
    n *= 2;
end:
    #pragma acc wait
    return n;
}

static void declares(void)
{
    for (int i = 0; i < 4; i++)
        declared[i] = i;
    #pragma acc update device(declared)
    #pragma acc parallel
    {
        #pragma acc loop gang
        for (int i = 0; i < 4; i++)
            declared[i] += 1;
    }
    #pragma acc update self(declared)
    printf("%d\n", declared[0] + declared[3]);
}

int main(void)
{
    moved(N > 1);
    declares();
    printf("%d %d %d\n", a[3], labelled(1), labelled(5));
    /* A serial program does not evaluate clauses. */
#ifdef _OPENMP
    printf("%s", count == 3 ? "" : "not evaluated once\n");
#endif
    return 0;
}
