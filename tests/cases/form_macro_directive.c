// case: a whole directive from a macro, used twice with the same meaning
#include <stdio.h>

#define KERNEL _Pragma("acc parallel loop num_gangs(2) copy(a)")

int a[4] = {1, 2, 3, 4};

int main(void)
{
    int sum = 0;
    KERNEL
    for (int i = 0; i < 4; ++i)
        a[i] += 1;
    KERNEL
    for (int i = 0; i < 4; ++i)
        a[i] *= 2;
    for (int i = 0; i < 4; ++i)
        sum += a[i];
    printf("%d\n", sum);
    return sum != 28;
}
