// case: a sequential loop is a part of a kernels construct of its own, and its directive has no form
#include <stdio.h>

static int a[8][4], b[8];

static void apart(int n)
{
    #pragma acc kernels copy(a, b)
    {
        #pragma acc loop
        for (int i = 0; i < n; ++i)
            a[i][0] += 3;
        #pragma acc loop seq
        for (int i = 1; i < n; ++i)
            b[i] += b[i - 1];
        #pragma acc loop
        for (int i = 0; i < n; ++i)
            a[i][1] += b[i];
        #pragma acc loop collapse(2) seq
        for (int i = 1; i < n; ++i)
            for (int k = 0; k < 4; ++k)
                a[i][k] += a[i - 1][k];
    }
}

int main(void)
{
    for (int i = 0; i < 8; ++i) {
        b[i] = i;
        for (int k = 0; k < 4; ++k)
            a[i][k] = i * k;
    }
    apart(8);
    for (int i = 0; i < 8; ++i)
        printf("%d %d %d\n", a[i][0], a[i][1] + a[i][3], b[i]);
    return 0;
}
