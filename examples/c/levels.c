/*
 * Nests of gang, worker, vector and sequential loops over variables declared the old way, outside the loops.
 *
 * Shows what each level does with a loop variable that is only assigned in the `for`: private on a parallel
 * loop, a local of its own on a sequential one. The number of workers is computed at run time, so it has to
 * be kept for the loops.
 */
#include <stdio.h>

#define PLANES 6
#define ROWS 10
#define COLUMNS 12

static int cube[PLANES][ROWS][COLUMNS], turned[COLUMNS][ROWS][PLANES];
static int plane_sum[PLANES], row_count[PLANES][ROWS];
static int workers;

static int choose_workers(int wanted)
{
    return wanted < 1 ? 1 : wanted > 8 ? 8 : wanted;
}

static void fill(void)
{
    int i, j, k;
    #pragma acc parallel num_gangs(3) num_workers(workers) vector_length(4) copyout(cube)
    {
        #pragma acc loop gang
        for (i = 0; i < PLANES; i++) {
            #pragma acc loop worker
            for (j = 0; j < ROWS; j++) {
                #pragma acc loop vector
                for (k = 0; k < COLUMNS; k++)
                    cube[i][j][k] = i * 100 + j * 10 + k;
            }
        }
    }
}

static void sum_planes(void)
{
    int i, j, k;
    #pragma acc parallel loop gang num_workers(choose_workers(workers + 1)) copyin(cube) copyout(plane_sum)
    for (i = 0; i < PLANES; ++i) {
        int sum = 0;
        #pragma acc loop worker reduction(+:sum)
        for (j = 0; j < ROWS; ++j) {
            #pragma acc loop auto reduction(+:sum)
            for (k = 0; k < COLUMNS; ++k)
                sum += cube[i][j][k];
        }
        plane_sum[i] = sum;
    }
}

/* How many elements of each row are at most `limit`. */
static void count_in_rows(int limit)
{
    #pragma acc parallel copyin(cube) copyout(row_count)
    {
        int i, j, k, count;
        #pragma acc loop gang worker vector collapse(2) private(count, k)
        for (i = 0; i < PLANES; ++i)
            for (j = 0; j < ROWS; ++j) {
                count = 0;
                for (k = 0; k < COLUMNS; ++k)
                    count += cube[i][j][k] <= limit;
                row_count[i][j] = count;
            }
    }
}

/* A sequential outer loop around a gang loop, as in a sweep with a dependence between planes. */
static void turn(void)
{
    int i, j, k, from;
    #pragma acc parallel num_gangs(2) copyin(cube) copyout(turned)
    {
        #pragma acc loop seq private(from)
        for (i = 0; i < PLANES; ++i) {
            from = PLANES - 1 - i;
            #pragma acc loop independent
            for (j = 0; j < ROWS; ++j) {
                #pragma acc loop vector
                for (k = 0; k < COLUMNS; ++k)
                    turned[k][j][i] = cube[from][j][k];
            }
        }
    }
}

int main(void)
{
    workers = choose_workers(5);
    fill();
    sum_planes();
    count_in_rows(333);
    turn();

    int wrong = 0, checksum = 0;
    for (int i = 0; i < PLANES; ++i) {
        int sum = 0;
        for (int j = 0; j < ROWS; ++j) {
            int count = 0;
            for (int k = 0; k < COLUMNS; ++k) {
                int value = i * 100 + j * 10 + k;
                wrong += cube[i][j][k] != value;
                wrong += turned[k][j][PLANES - 1 - i] != value;
                sum += value;
                count += value <= 333;
            }
            wrong += row_count[i][j] != count;
            checksum += count;
        }
        wrong += plane_sum[i] != sum;
        checksum += sum;
    }
    printf("levels: checksum=%d\n", checksum);
    printf("%s\n", wrong ? "FAIL" : "PASS");
    return wrong != 0;
}
