// case: what stands in the way of dividing a kernels construct, and loops whose iterations depend on each other
#include <stdio.h>
#include <stdlib.h>

#define N 100
#define FILL(x, v) for (int q = 0; q < N; q++) (x)[q] = (v)
static int a[N], b[N], calls;
static int *pointer = a, length = N;

static char queues_of[16];

char *acc2omp_async2dep(int async)
{
    return &queues_of[async + 4];
}

static int next(void) { return calls++ % 2; }

static void declared(void)
{
    #pragma acc kernels copy(a, b)
    {
        int k = 4;
        for (int i = 0; i < N; i++)
            a[i] += k;
        int m = a[3];
        for (int i = 0; i < N; i++)
            b[i] += a[i] * m;
    }
}

static void conditions(int on)
{
    #pragma acc kernels if(next()) copy(a, b)
    {
        for (int i = 0; i < N; i++)
            a[i] += 1;
        for (int i = 0; i < N; i++)
            b[i] += a[i];
    }
    #pragma acc kernels self(on) copy(a, b)
    {
        for (int i = 0; i < N; i++)
            a[i] += 1;
        for (int i = 0; i < N; i++)
            b[i] += a[i];
    }
}

static void queues(void)
{
    #pragma acc kernels async(1) copy(a, b)
    {
        for (int i = 0; i < N; i++)
            a[i] += 1;
        for (int i = 0; i < N; i++)
            b[i] += a[i];
    }
    #pragma acc kernels async(2) wait(1) copy(a)
    {
        for (int i = 0; i < N; i++)
            a[i] += 1;
        a[0] = 7;
    }
    #pragma acc wait
}

static void macros(void)
{
    #pragma acc kernels copy(a, b)
    {
        FILL(a, 3);
        for (int i = 0; i < N; i++)
            b[i] += a[i];
        FILL(b, b[q] + a[N - 1 - q]);
    }
}

static int used_behind(void)
{
    int i, j, last = 0, at = 0, most = -1;
    #pragma acc kernels copy(a, b)
    {
        for (i = 0; i < N; i++) {
            last = a[i];
            b[i] = last;
        }
        for (j = 0; j < N / 2; j++)
            a[j] = b[j];
        at = i + j;
        for (int k = 0; k < N; k++)
            if (b[k] > most)
                most = b[k];
        for (int k = 0; k < N; k++)
            if (b[k] == most) {
                at += k;
                break;
            }
    }
    return last + at + most + i;
}

static void bounds(int n)
{
    int m = n;
    #pragma acc kernels copy(a[0:m], b[0:length])
    {
        for (int i = 0; i < n; i++)
            a[i] += 2;
        m = n / 2;
        for (int i = 0; i < n; i++)
            b[i] += a[i] + m;
    }
    a[1] += m;
}

static void aliases(int *p, int *q)
{
    #pragma acc kernels copy(a)
    {
        for (int i = 0; i < N - 1; i++)
            p[i] = q[i] + 1;
        for (int i = 0; i < N; i++)
            a[i] += 1;
    }
}

static void chosen(int which)
{
    #pragma acc kernels copy(a, b)
    {
        switch (which) {
        case 1:
            for (int i = 0; i < N; i++)
                a[i] += 1;
            break;
        default:
            for (int i = 0; i < N; i++)
                b[i] += 1;
        }
        if (which)
            for (int i = 0; i < N; i++)
                a[i] += b[i];
        else
            for (int i = 1; i < N; i++)
                a[i] += a[i - 1];
#ifdef NEVER
        a[0] = 99;
#endif
        a[2] = 5;
        for (int step = 0; step < 4; step++) {
            for (int i = 0; i < N; i++)
                b[i] = a[i] + step;
            for (int i = 0; i < N; i++)
                a[i] = b[N - 1 - i];
        }
    }
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = b[i] = i % 9;
    declared();
    conditions(1);
    conditions(0);
    queues();
    macros();
    int result = used_behind();
    bounds(60);
    aliases(a + 1, a);
    chosen(1);
    chosen(0);
    unsigned sum = 0;
    for (int i = 0; i < N; i++)
        sum = sum * 31 + a[i] + 7 * b[i];
    printf("%d %u\n", result, sum);
    return pointer != a;
}
