// case: memory behind three pointer members, on a data region, with and without the structure
#include <stdio.h>
#include <stdlib.h>

struct rows {
    int n;
    double *values;
    int *columns, *starts;
};

static void multiply(struct rows *m, const double *in, double *out)
{
    const int n = m->n;
    #pragma acc data copyin(in[0:n], m[0:1], m->values[0:2 * n], m->columns[0:2 * n], m->starts[0:n + 1]) copyout(out[0:n])
    {
        #pragma acc parallel loop
        for (int i = 0; i < n; ++i) {
            double sum = 0;
            for (int k = m->starts[i]; k < m->starts[i + 1]; ++k)
                sum += m->values[k] * in[m->columns[k]];
            out[i] = sum;
        }
    }
    #pragma acc data copy(m->values[0:2 * n], m->columns[0:2 * n], m->starts[0:n + 1])
    {
        #pragma acc parallel loop
        for (int i = 0; i < 2 * n; ++i) {
            m->values[i] += 1;
            m->columns[i] += 2;
        }
    }
}

int main(void)
{
    enum { N = 10 };
    struct rows m = {N, malloc(2 * N * sizeof(double)), malloc(2 * N * sizeof(int)), malloc((N + 1) * sizeof(int))};
    double in[N], out[N], total = 0;
    for (int i = 0; i < N; ++i) {
        in[i] = i;
        m.starts[i] = 2 * i;
        for (int k = 0; k < 2; ++k) {
            m.values[2 * i + k] = k + 1;
            m.columns[2 * i + k] = (i + k) % N;
        }
    }
    m.starts[N] = 2 * N;
    multiply(&m, in, out);
    for (int i = 0; i < N; ++i)
        total += out[i] + m.values[2 * i] + m.columns[2 * i];
    printf("%.1f\n", total);
    return total != 220;
}
