// A program of which no compiler warns before it is translated. What the translation makes changes nothing about that.
#include <stdio.h>

static double total(int n, const double *a)
{
    double sum = 0, twice;
    int i;
    #pragma acc parallel loop gang vector reduction(+:sum) private(twice) copyin(a[0:n])
    for (i = 0; i < n; i++) {
        twice = 2 * a[i];
        sum += twice / 2;
    }
    return sum;
}

static void add_rows(int n, double **rows, double *sums)
{
    int i, k;
    #pragma acc parallel loop gang worker num_workers(4) copyin(rows[0:n][0:n]) copyout(sums[0:n])
    for (i = 0; i < n; i++) {
        double sum = 0;
        #pragma acc loop seq
        for (k = 0; k < n; k++)
            sum += rows[i][k];
        sums[i] = sum;
    }
}

static int count_odd(int n)
{
    int odd = 0;
    #pragma acc parallel loop gang vector copy(odd)
    for (int i = 0; i < n; ++i) {
        #pragma acc atomic update
        odd += i % 2;
    }
    return odd;
}

struct vector {
    double *elements;
    int length;
};

static void scale(int n, struct vector *v)
{
    double factor;
    double *elements = v->elements;
    #pragma acc data copy(elements[0:n])
    {
        #pragma acc serial
        {
            factor = 2;
            for (int i = 0; i < n; i++)
                elements[i] *= factor;
        }
        #pragma acc parallel loop copyin(v[0:1]) attach(v->elements)
        for (int i = 0; i < n; i++)
            v->elements[i] += 1;
    }
}

static int largest(int n, const int *a, double *scratch)
{
    int i, most = a[0], gangs = n, width, lanes;
    width = 32;
    lanes = 32;
    #pragma acc kernels copyin(a[0:n]) copy(scratch[0:4])
    {
        #pragma acc loop gang(gangs) vector(width)
        for (int k = 0; k < 3; k++)
            scratch[k] = a[k];
        #pragma acc loop independent reduction(max:most)
        for (i = 0; i < n; i++)
            most = a[i] > most ? a[i] : most;
    }
    #pragma acc serial loop private(scratch[0:4])
    for (i = 0; i < 4; i++)
        scratch[i] = i;
    #pragma acc kernels loop gang vector(lanes + 1)
    for (i = 0; i < 4; i++)
        scratch[i] += i;
    if (n > 3)
        #pragma acc parallel loop gang vector
        for (i = 0; i < n; i++) {
            int own = i;
            (void)own;
        }
    else
        most++;
    return most;
}

/* Parameters that are declared as arrays, and pointers whose address alone is needed, as other compilers have them. */
static double turned(double vector[4], double *memory, int n)
{
    double sum = 0;
    #pragma acc enter data create(memory[0:n])
    #pragma acc data copyin(vector)
    {
        #pragma acc parallel loop present(memory, vector)
        for (int i = 0; i < 4; i++)
            memory[i] = vector[3 - i];
        #pragma acc parallel loop no_create(memory) reduction(+:sum)
        for (int i = 0; i < 4; i++)
            sum += memory[i];
        #pragma acc update self(vector) async(1)
        #pragma acc wait(1)
    }
    #pragma acc exit data delete(memory)
    return sum;
}

int main(void)
{
    double line[4] = {1, 2, 3, 4}, *rows[4] = {line, line, line, line}, sums[4], scratch[4];
    int whole[4] = {1, 4, 2, 3};
    struct vector v = {line, 4};
    add_rows(4, rows, sums);
    scale(v.length, &v);
    sums[0] = turned(line, sums, 4);
    printf("%g %g %g %d %d\n", total(4, line), sums[3], line[1], count_odd(1000), largest(4, whole, scratch));
    return 0;
}
