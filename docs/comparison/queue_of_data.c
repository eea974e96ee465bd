/* A data region whose copies wait for a queue. */
#include <stdio.h>

int main(void)
{
    int n = 1000, wrong = 0;
    double a[1000];
    for (int i = 0; i < n; ++i)
        a[i] = i;
    #pragma acc data copy(a) async(1)
    {
        #pragma acc parallel loop async(1)
        for (int i = 0; i < n; ++i)
            a[i] *= 2;
    }
    #pragma acc wait(1)
    for (int i = 0; i < n; ++i)
        wrong += a[i] != 2 * i;
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
