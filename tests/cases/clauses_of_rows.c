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
    int is_there = omp_target_is_present && omp_target_is_present(rows, 0) && !is_shared();
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
    #pragma acc update self(rows[0:ROWS][0:LENGTH]) if(!yes)
    printf("%s", is_shared() || rows[0][0] == 1000 ? "" : "updated\n");
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

/* The host may change its rows as soon as a directive is over. */
static void long_rows(void)
{
    int n = 2000000, *rows[2];
    for (int i = 0; i < 2; i++) {
        rows[i] = malloc(n * sizeof *rows[i]);
        for (int j = 0; j < n; j++)
            rows[i][j] = i;
    }
    #pragma acc enter data create(rows[0:2][0:n])
    #pragma acc update device(rows[0:2][0:n])
    if (!is_shared())
        rows[0][n - 1] = rows[1][n - 1] = 1000;
    int last = 0;
    #pragma acc parallel num_gangs(1) present(rows[0:2][0:n]) copyout(last)
    last = rows[0][n - 1] + rows[1][n - 1];
    printf("%d\n", last);
    #pragma acc exit data delete(rows[0:2][0:n])
    for (int i = 0; i < 2; i++)
        free(rows[i]);
}

/* Rows that are present before the table has them. */
static void rows_found(int **rows)
{
    int sums[ROWS];
    fill(rows);
    #pragma acc data copy(rows[0:ROWS])
    {
        #pragma acc parallel loop copyin(rows[0:ROWS][0:LENGTH]) copyout(sums)
        for (int i = 0; i < ROWS; i++)
            sums[i] = rows[i][LENGTH - 1] + i;
    }
    printf("%d %d\n", sums[0], sums[3]);
    report(rows);
    #pragma acc data copy(rows[0:ROWS])
    {
        #pragma acc kernels loop independent copy(rows[0:ROWS][0:LENGTH])
        for (int i = 0; i < ROWS; i++)
            rows[i][0] += i;
    }
    report(rows);
    for (int i = 0; i < ROWS; i++) {
        int *row = rows[i];
        #pragma acc enter data copyin(row[0:LENGTH])
    }
    disturb(rows, 1000);
    #pragma acc parallel loop copyin(rows[0:ROWS][0:LENGTH]) copyout(sums)
    for (int i = 0; i < ROWS; i++)
        sums[i] = rows[i][LENGTH - 1] + i;
    for (int i = 0; i < ROWS; i++) {
        int *row = rows[i];
        #pragma acc exit data delete(row[0:LENGTH])
    }
    printf("%d %d\n", sums[0], sums[3]);
    disturb(rows, -1000);
}

/* Where the condition is false, there is no table, and the host executes the construct. */
static void conditions(int **rows, int no)
{
    int **none = no ? rows : NULL, found[1] = {0}, is_there = none != NULL, seen = 5;
    #pragma acc update self(none[0:ROWS][0:LENGTH]) if(is_there)
    fill(rows);
    #pragma acc enter data copyin(found)
    #pragma acc parallel num_gangs(1) copyin(rows[0:ROWS][0:LENGTH]) present(found) copy(seen) if(no)
    found[0] = seen = rows[1][1];
    printf("%d %d\n", found[0], seen);
    #pragma acc exit data delete(found)
}

/* A row has left the device as soon as the construct is over. */
static void last_row_gone(int **rows)
{
    int sum = 0, *last = rows[ROWS - 1];
    for (int round = 0; round < 20; round++) {
        #pragma acc parallel num_gangs(1) copyin(rows[0:ROWS][0:LENGTH]) copyout(sum)
        sum = rows[0][0];
        if (omp_target_is_present && omp_target_is_present(last, 0) && !is_shared())
            printf("still there\n");
    }
    printf("%d\n", sum);
}

/* The tables that are rows of another table leave the device too. */
static void tables_of_tables(void)
{
    int ***cube = malloc(2 * sizeof *cube);
    for (int i = 0; i < 2; i++) {
        cube[i] = malloc(2 * sizeof *cube[i]);
        for (int j = 0; j < 2; j++) {
            cube[i][j] = malloc(LENGTH * sizeof *cube[i][j]);
            cube[i][j][0] = 10 * i + j;
        }
    }
    #pragma acc data copy(cube[0:2][0:2][0:LENGTH])
    {
        #pragma acc parallel loop
        for (int i = 0; i < 2; i++)
            cube[i][1][0] += 5;
    }
    check_gone(cube[0]);
    printf("%d %d\n", cube[0][1][0], cube[1][1][0]);
    #pragma acc parallel loop copy(cube[0:2][0:2][0:LENGTH])
    for (int i = 0; i < 2; i++)
        cube[i][1][0] += 5;
    check_gone(cube[0]);
    printf("%d %d\n", cube[0][1][0], cube[1][1][0]);
    for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 2; j++)
            free(cube[i][j]);
        free(cube[i]);
    }
    free(cube);
}

int main(void)
{
    int **rows = malloc(ROWS * sizeof *rows);
    for (int i = 0; i < ROWS; i++)
        kept[i] = rows[i] = malloc(LENGTH * sizeof **rows);
    regions(rows);
    tables(rows, (const int *const *)rows);
    directives(rows);
    rows_found(rows);
    conditions(rows, rows[1][0] == 0);
    last_row_gone(rows);
    long_rows();
    tables_of_tables();
    return 0;
}
