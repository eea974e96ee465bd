// case: what each gang has of its own stays right where threads share the gang loops
// expect-host: #pragma omp parallel for private(i) firstprivate(t)
// expect-host: #pragma omp parallel for private(mine) private(i)
// expect-host: #pragma omp parallel for private(i) firstprivate(first)
// expect-host: #pragma omp parallel for private(i) reduction(+: total)
#include <stdio.h>

enum { N = 2000 };

static long a[N], b[N];

static long sum_of(const long *x)
{
    long sum = 0;
    for (int i = 0; i < N; i++)
        sum += x[i] * (i % 7 + 1);
    return sum;
}

static long twice(const long *x)
{
    return x[0] * 2;
}

/* The value that the iterations leave is not used. */
static void temporaries(void)
{
    int i, j, t = 3;
    #pragma acc parallel loop gang
    for (i = 0; i < N; i++) {
        t = i * 3;
        for (j = 0; j < 4; j++)
            t += j;
        a[i] = t;
    }
    #pragma acc parallel
    {
        #pragma acc loop gang
        for (i = 0; i < N; i++) {
            t = i;
            b[i] = a[i] + t;
        }
        #pragma acc loop gang
        for (i = 0; i < N; i++) {
            t = i + 1;
            a[i] = b[i] * t;
        }
    }
    printf("%ld %ld\n", sum_of(a), sum_of(b));
}

static void arrays(void)
{
    int i;
    long mine[4], first[4] = {1, 2, 3, 4};
    #pragma acc parallel loop gang private(mine)
    for (i = 0; i < N; i++) {
        for (int k = 0; k < 4; k++)
            mine[k] = i + k;
        a[i] = mine[0] + mine[3] + twice(mine);
    }
    #pragma acc parallel firstprivate(first)
    {
        #pragma acc loop gang
        for (i = 0; i < N; i++) {
            long old = first[1];
            first[1] = i;
            b[i] = first[1] + first[3];
            first[1] = old;
        }
    }
    printf("%ld %ld %ld\n", sum_of(a), sum_of(b), first[1]);
}

/* What the gang collects is used behind the loop: the gangs' parts together are the result. */
static void collected(void)
{
    int i;
    long part = 0, total = 5;
    #pragma acc parallel firstprivate(part) reduction(+:total)
    {
        #pragma acc loop gang
        for (i = 0; i < N; i++)
            part += i;
        total += part;
    }
    printf("%ld\n", total);
    #pragma acc parallel loop gang reduction(+:total)
    for (i = 0; i < N; i++)
        total += a[i] % 5;
    printf("%ld\n", total);
    total = 0;
    #pragma acc parallel reduction(+:total)
    {
        total = 0;
        #pragma acc loop gang
        for (i = 0; i < N; i++)
            total += a[i] % 3;
    }
    printf("%ld\n", total);
}

/* The reduction of the loop inside is one of the gangs. */
static void reduced_inside(void)
{
    int i, j;
    long total = 7, most = 0;
    #pragma acc parallel copy(total, most)
    {
        #pragma acc loop gang
        for (i = 0; i < N; i++) {
            #pragma acc loop vector reduction(+:total)
            for (j = 0; j < 5; j++)
                total += (i + j) % 11;
        }
        #pragma acc loop gang reduction(max:most)
        for (i = 0; i < N; i++)
            most = a[i] % 1009 > most ? a[i] % 1009 : most;
    }
    printf("%ld %ld\n", total, most);
}

/* A variable that points to what the gang has of its own. */
static void pointed(void)
{
    #pragma acc parallel
    {
        long own[2] = {1, 2};
        long *to = own;
        #pragma acc loop gang
        for (int i = 0; i < N; i++) {
            own[0] = i;
            b[i] = to[0] + own[1];
        }
    }
    printf("%ld\n", sum_of(b));
    #pragma acc parallel
    {
        long value = 0, *to = &value;
        #pragma acc loop gang
        for (int i = 0; i < N; i++) {
            *to = i;
            b[i] = value + 1;
        }
    }
    printf("%ld\n", sum_of(b));
}

/* A loop around the gang loop reads what the last iteration before has left. */
static void carried(void)
{
    long left = 1, seen[3];
    #pragma acc parallel num_gangs(1) firstprivate(left) copyout(seen)
    {
        for (int k = 0; k < 3; k++) {
            seen[k] = left;
            #pragma acc loop gang
            for (int i = 0; i < N; i++)
                left += 1;
        }
    }
    printf("%ld %ld %ld\n", seen[0], seen[1], seen[2]);
}

int main(void)
{
    temporaries();
    arrays();
    collected();
    reduced_inside();
    pointed();
    carried();
    return 0;
}
