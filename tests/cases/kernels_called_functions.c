// case: loops of a kernels construct that call functions which access memory through their parameters
#include <stdio.h>

#define N 200
#define M 24
static double a[N], b[N], grid[N][M], line[N * M];

struct cell {
    double mass, speed[2];
    int count;
};
static struct cell cells[N], others[N];

static double at(const double *from, int i) { return from[i]; }
static void put(double *to, int i, double value) { to[i] = value; }
static void fill(int m, double *row, double value)
{
    for (int j = 0; j < m; j++)
        row[j] = value + j;
}
static double sum(int m, const double *row)
{
    double s = 0;
    for (int j = 0; j < m; j++)
        s += row[j];
    return s;
}
static void scaled(int m, double *to, const double *from, double by)
{
    for (int j = 0; j < m; j++)
        put(to, j, by * at(from, j));
}
static void start(struct cell *c, int i)
{
    c->mass = 1.0 / (i + 1);
    c->speed[0] = i;
    c->speed[1] = -i;
    c->count = i % 5;
}
static double energy(const struct cell *c)
{
    return c->mass * (c->speed[0] * c->speed[0] + c->speed[1] * c->speed[1]);
}

static void elements(void)
{
#pragma acc kernels copy(a, b)
    {
        for (int i = 0; i < N; i++)
            put(a, i, i * 0.5);
        for (int i = 0; i < N; i++)
            b[i] = at(a, N - 1 - i) + 1;
        for (int i = 1; i < N; i++)
            put(b, i, at(b, i - 1) + at(a, i)); /* one after another */
        for (int i = 0; i < N; i++)
            put(a, i, at(a, i) + at(b, i));
    }
    printf("%g %g %g %g\n", a[3], a[N - 1], b[0], b[N - 1]);
}

static void rows(int n, int m)
{
#pragma acc kernels copy(grid, line)
    {
        for (int i = 0; i < n; i++)
            fill(M, grid[i], i);
        for (int i = 0; i < n; i++)
            scaled(m, &line[i * m], grid[i], 2.0);
        for (int i = 0; i + 1 < n; i++)
            fill(m + 1, line + i * m, i); /* the next row begins in this one */
    }
    double all = 0;
    for (int i = 0; i < n; i++)
        all += (i + 1) * sum(m, &line[i * m]);
    printf("%g %g %g\n", all, grid[7][3], line[n * m - 1]);
}

static double structures(int n)
{
    double total[N];
#pragma acc kernels copyout(total) copy(cells, others)
    {
        for (int i = 0; i < n; i++)
            start(&cells[i], i);
        for (int i = 0; i < n; i++)
            start(others + i, at(cells[i].speed, 0) > 50 ? 1 : 2);
        for (int i = 0; i < n; i++)
            total[i] = energy(&cells[i]) + energy(&others[n - 1 - i]);
        for (int i = 0; i < n; i++) {
            struct cell local;
            start(&local, i);
            cells[i].mass = local.mass + local.count;
        }
    }
    double all = 0;
    for (int i = 0; i < n; i++)
        all += total[i] + cells[i].mass;
    return all;
}

int main(void)
{
    elements();
    rows(N, M);
    rows(40, 7);
    printf("%g\n", structures(N));
    return 0;
}
