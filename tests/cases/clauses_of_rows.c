// case: rows behind a table of pointers: each part of their mapping shows where the device has memory of its own
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 4, LENGTH = 6 };

/* Only programs for devices have it. */
__attribute__((weak)) int omp_target_is_present(const void *target, int device);

void acc_attach(void **pointer)
{
    char *target = *pointer;
    if (omp_target_is_present && !omp_target_is_present(target, 0))
        return;
    #pragma omp target map(alloc: pointer[0:1], target[0:1])
    *pointer = target;
}

void acc_detach(void **pointer)
{
    unsigned long target = (unsigned long)*pointer;
    #pragma omp target map(alloc: pointer[0:1]) firstprivate(target)
    *pointer = (void *)target;
}

void acc_detach_finalize(void **pointer)
{
    acc_detach(pointer);
}

static int is_shared(void)
{
    int probe = 0;
    #pragma acc parallel copyin(probe)
    probe = 1;
    return probe;
}

static int *kept[ROWS];

static void fill(int **rows)
{
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < LENGTH; j++)
            rows[i][j] = 10 * i + j;
}

/* What the host writes while the device has the rows must not arrive there. */
static void disturb(int **rows, int by)
{
    if (!is_shared())
        for (int i = 0; i < ROWS; i++)
            for (int j = 0; j < LENGTH; j++)
                rows[i][j] += by;
}

static void report(int **rows)
{
    int sum = 0, same = 1;
    for (int i = 0; i < ROWS; i++) {
        same &= rows[i] == kept[i];
        for (int j = 0; j < LENGTH; j++)
            sum += kept[i][j] * (i + 3 * j + 1);
    }
    printf("%d %d\n", sum, same);
}

static void regions(int **rows)
{
    int sums[ROWS] = {0};
    fill(rows);
    #pragma acc data copy(rows[0:ROWS])
    {
        #pragma acc data copyin(rows[0:ROWS][0:LENGTH])
        {
            disturb(rows, 1000);
            #pragma acc parallel loop copyout(sums)
            for (int i = 0; i < ROWS; i++) {
                sums[i] = 0;
                for (int j = 0; j < LENGTH; j++)
                    sums[i] += rows[i][j];
            }
            disturb(rows, -1000);
        }
    }
    printf("%d %d\n", sums[0], sums[3]);
    report(rows);
    #pragma acc data copy(rows[0:ROWS])
    {
        #pragma acc data copy(rows[0:ROWS][0:LENGTH])
        {
            disturb(rows, 1000);
            #pragma acc parallel loop
            for (int i = 0; i < ROWS; i++)
                for (int j = 0; j < LENGTH; j++)
                    rows[i][j] *= 2;
        }
    }
    report(rows);
    #pragma acc data copy(rows[0:ROWS])
    {
        #pragma acc data copyout(rows[0:ROWS][0:LENGTH])
        {
            #pragma acc parallel loop
            for (int i = 0; i < ROWS; i++)
                for (int j = 0; j < LENGTH; j++)
                    rows[i][j] = i - j;
            disturb(rows, 1000);
        }
    }
    report(rows);
    #pragma acc data copy(rows[0:ROWS])
    {
        #pragma acc data create(rows[0:ROWS][0:LENGTH])
        {
            #pragma acc parallel loop
            for (int i = 0; i < ROWS; i++)
                for (int j = 0; j < LENGTH; j++)
                    rows[i][j] = j;
            #pragma acc parallel loop copyout(sums)
            for (int i = 0; i < ROWS; i++)
                sums[i] = rows[i][LENGTH - 1] + i;
        }
    }
    printf("%d %d\n", sums[0], sums[3]);
    printf("%s", is_shared() || kept[3][3] == 0 ? "" : "copied out\n");
}

static void check_gone(int **rows)
{
    int is_there = omp_target_is_present && !is_shared() && omp_target_is_present(rows, 0);
    printf("%s", is_there ? "still there\n" : "");
}

/* The table goes to the device with its rows, and both leave it. */
static void tables(int **rows, const int *const *view)
{
    int sums[ROWS];
    fill(rows);
    #pragma acc data copyout(rows[0:ROWS][0:LENGTH])
    {
        #pragma acc parallel loop
        for (int i = 0; i < ROWS; i++)
            for (int j = 0; j < LENGTH; j++)
                rows[i][j] = i + j;
        disturb(rows, 1000);
    }
    report(rows);
    #pragma acc data create(rows[0:ROWS][0:LENGTH])
    {
        #pragma acc parallel loop
        for (int i = 0; i < ROWS; i++)
            for (int j = 0; j < LENGTH; j++)
                rows[i][j] = 2 * j;
        disturb(rows, 1000);
        #pragma acc parallel loop copyout(sums)
        for (int i = 0; i < ROWS; i++)
            sums[i] = rows[i][LENGTH - 1] + i;
        disturb(rows, -1000);
    }
    printf("%d %d\n", sums[0], sums[3]);
    fill(rows);
    for (int round = 0; round < 2; round++) {
        #pragma acc data copy(view[0:ROWS][0:LENGTH])
        {
            disturb(rows, 1000);
            #pragma acc parallel loop copyout(sums)
            for (int i = 0; i < ROWS; i++)
                sums[i] = view[i][LENGTH - 1] + i;
            disturb(rows, -1000);
        }
        printf("%d %d\n", sums[0], sums[3]);
        rows[0][LENGTH - 1] += 10;
    }
}

static void directives(int **rows)
{
    fill(rows);
    int yes = rows[1][0] == 10;
    #pragma acc enter data copyin(rows[0:ROWS])
    #pragma acc enter data copyin(rows[0:ROWS][0:LENGTH])
    disturb(rows, 1000);
    #pragma acc parallel loop present(rows[0:ROWS][0:LENGTH])
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < LENGTH; j++)
            rows[i][j] += 1;
    #pragma acc update self(rows[0:ROWS][0:LENGTH])
    report(rows);
    fill(rows);
    #pragma acc update device(rows[0:ROWS][0:LENGTH]) if(yes)
    disturb(rows, 1000);
    #pragma acc parallel loop present(rows[0:ROWS][0:LENGTH])
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < LENGTH; j++)
            rows[i][j] += 1;
    #pragma acc exit data copyout(rows[0:ROWS][0:LENGTH]) if(!yes)
    disturb(rows, 1000);
    #pragma acc parallel loop present(rows[0:ROWS][0:LENGTH])
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < LENGTH; j++)
            rows[i][j] += 1;
    #pragma acc exit data copyout(rows[0:ROWS][0:LENGTH])
    #pragma acc exit data copyout(rows[0:ROWS])
    report(rows);
    check_gone(rows);
    fill(rows);
    #pragma acc enter data copyin(rows[0:ROWS])
    #pragma acc enter data copyin(rows[0:ROWS][0:LENGTH])
    #pragma acc exit data delete(rows[0:ROWS][0:LENGTH])
    #pragma acc exit data copyout(rows[0:ROWS])
    report(rows);
    check_gone(rows);
    #pragma acc enter data create(rows[0:ROWS][0:LENGTH]) if(yes)
    #pragma acc parallel loop present(rows[0:ROWS][0:LENGTH])
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < LENGTH; j++)
            rows[i][j] = i * j;
    #pragma acc exit data copyout(rows[0:ROWS][0:LENGTH]) finalize if(yes)
    report(rows);
    #pragma acc enter data copyin(rows[0:ROWS][0:LENGTH])
    #pragma acc exit data delete(rows[0:ROWS][0:LENGTH])
    check_gone(rows);
    fill(rows);
    #pragma acc data copy(rows[0:ROWS])
    {
        #pragma acc parallel loop copy(rows[0:ROWS][0:LENGTH])
        for (int i = 0; i < ROWS; i++)
            for (int j = 0; j < LENGTH; j++)
                rows[i][j] += 4;
    }
    report(rows);
    fill(rows);
    #pragma acc parallel loop copy(rows[0:ROWS][0:LENGTH])
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < LENGTH; j++)
            rows[i][j] -= 1;
    report(rows);
}

int main(void)
{
    int **rows = malloc(ROWS * sizeof *rows);
    for (int i = 0; i < ROWS; i++)
        kept[i] = rows[i] = malloc(LENGTH * sizeof **rows);
    regions(rows);
    tables(rows, (const int *const *)rows);
    directives(rows);
    return 0;
}
