// case: scalars that each iteration of a loop assigns before it reads them belong to the iteration
// expect-portable: #pragma omp parallel for private(t) shared(n,a)
// expect-portable: #pragma omp distribute parallel for num_threads(4) private(total) shared(n,a)
// expect-portable: #pragma omp distribute parallel for num_threads(4) private(i) private(t,u) shared(q)
// expect-portable: #pragma omp distribute parallel for num_threads(4) private(i) private(k,m) shared(r)
// expect-portable: #pragma omp parallel for num_threads(4) private(t) shared(i,q)
// expect-portable: #pragma omp distribute parallel for num_threads(4) private(i) private(sum) shared(q,r)
// expect-portable: #pragma omp distribute parallel for simd private(t) shared(r)
// expect-portable: #pragma omp distribute parallel for num_threads(4) private(i) private(p) shared(s)
// expect-portable: #pragma omp distribute parallel for num_threads(4) collapse(2) private(i,j) private(t) shared(s)
// expect-portable: #pragma omp distribute parallel for num_threads(4) private(own) shared(q)
// expect-portable: #pragma omp distribute parallel for num_threads(4) private(i) private(at) shared(count,r)
#include <stdio.h>

enum { N = 20000, M = 64 };
int q[N], r[N], s[M * M], total;

#pragma acc routine worker
static void halve(int *a, int n)
{
    int t;
    #pragma acc loop worker
    for (int i = 0; i < n; i++) {
        t = a[i];
        t = t % 2 ? 3 * t + 1 : t / 2;
        a[i] = t;
    }
}

static int square(int *a, int n)
{
    int wrong = 0;
    #pragma acc parallel num_gangs(1) num_workers(4) copy(a[0:n])
    {
        #pragma acc loop worker
        for (int i = 0; i < n; i++) {
            total = a[i];
            a[i] = total * total;
        }
    }
    for (int i = 0; i < n; i++)
        wrong += a[i] != i * i;
    return wrong;
}

int main(void)
{
    int i, j, k, m, t, u, sum, wrong = 0, *p, at, count = 0, square_of[100];

    #pragma acc parallel loop gang worker num_workers(4) copyout(q)
    for (i = 0; i < N; i++) {
        if (i % 3)
            t = i;
        else {
            u = -i;
            t = u + 1;
        }
        q[i] = t * 2;
        t = 0;
    }
    for (i = 0; i < N; i++)
        wrong += q[i] != (i % 3 ? i : 1 - i) * 2;

    #pragma acc parallel loop gang worker num_workers(4) copyout(r)
    for (i = 0; i < N; i++) {
        r[i] = 0;
        for (k = 0, m = 1; k < 7; k++, m *= 2)
            r[i] += k * m;
        r[i] += k;
    }
    for (i = 0; i < N; i++)
        wrong += r[i] != 642 + 7;

    #pragma acc parallel num_gangs(2) num_workers(4) copyout(q)
    {
        #pragma acc loop gang
        for (i = 0; i < M; i++) {
            t = i;
            q[i * M] = t;
            #pragma acc loop worker
            for (int l = 1; l < M; l++) {
                t = i * M + l;
                q[i * M + l] = t;
            }
        }
    }
    for (i = 0; i < M * M; i++)
        wrong += q[i] != (i % M ? i : i / M);

    #pragma acc parallel loop gang worker num_workers(4) copyin(q) copy(r)
    for (i = 0; i < M; i++) {
        sum = i;
        #pragma acc loop vector reduction(+:sum)
        for (int l = 1; l < M; l++)
            sum += q[i * M + l];
        r[i] = sum;
    }
    for (i = 0; i < M; i++) {
        sum = i;
        for (j = 1; j < M; j++)
            sum += i * M + j;
        wrong += r[i] != sum;
    }

    #pragma acc parallel loop gang worker vector copy(r)
    for (i = 0; i < N; i++) {
        t = r[i];
        r[i] = t + i;
    }
    for (i = M; i < N; i++)
        wrong += r[i] != 649 + i;

    #pragma acc parallel loop gang worker num_workers(4) copy(s)
    for (i = 0; i < M; i++) {
        p = s + i * M;
        for (int l = 0; l < M; l++)
            p[l] = l;
    }
    #pragma acc parallel loop gang worker collapse(2) num_workers(4) copy(s)
    for (i = 0; i < M; i++)
        for (j = 0; j < M; j++) {
            t = s[i * M + j];
            s[i * M + j] = t + i;
        }
    for (i = 0; i < M * M; i++)
        wrong += s[i] != i / M + i % M;

    // Between an assignment and the next use, other threads have time.
    #pragma acc parallel num_gangs(1) num_workers(4) copyout(q)
    {
        #pragma acc loop worker
        for (int l = 0; l < N; l++) {
            t = l;
            q[l] = 0;
            for (m = 0; m < 600; m++)
                q[l] += m;
            q[l] += t;
        }
    }
    for (i = 0; i < N; i++)
        wrong += q[i] != 179700 + i;

    #pragma acc parallel num_gangs(1) num_workers(4) copyout(q)
    {
        int own = 3;
        q[0] = own;
        #pragma acc loop worker
        for (int l = 1; l < N; l++) {
            own = l;
            q[l] = own + 1;
        }
        own = 0;
    }
    wrong += q[0] != 3;
    for (i = 1; i < N; i++)
        wrong += q[i] != i + 1;

    #pragma acc parallel loop gang worker num_workers(4) copyout(r) copy(count)
    for (i = 0; i < N; i++) {
        #pragma acc atomic capture
        { at = count; count++; }
        r[at] = 1;
    }
    wrong += count != N;
    for (i = 0; i < N; i++)
        wrong += r[i] != 1;

    #pragma acc parallel num_workers(4) num_gangs(1) copy(q)
    halve(q, N);
    wrong += q[7] != 4 || q[8] != 28;

    for (i = 0; i < 100; i++)
        square_of[i] = i;
    wrong += square(square_of, 100);
    printf("%d\n", wrong);
    return wrong;
}
