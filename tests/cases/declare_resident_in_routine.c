// case: a static variable of the device alone, which a routine uses
// expect-portable: #pragma omp declare target(tmp)
#include <stdio.h>

static int tmp[4];
#pragma acc declare device_resident(tmp)

#pragma acc routine seq
static void put(int i)
{
    tmp[i] = i * i;
}

int main(void)
{
    int r[4];
    #pragma acc parallel loop
    for (int i = 0; i < 4; ++i)
        put(i);
    #pragma acc parallel loop copyout(r)
    for (int i = 0; i < 4; ++i)
        r[i] = tmp[i];
    printf("%d %d %d %d\n", r[0], r[1], r[2], r[3]);
    return r[3] != 9;
}
