// case: a variable that stands in sizeof only
#include <stdio.h>

int main(void)
{
    int a[6] = {0};
    unsigned long out[1] = {0};
    #pragma acc parallel num_gangs(1)
    {
        out[0] = sizeof a / sizeof a[0];
    }
    printf("%lu %d\n", out[0], a[0]);
    return out[0] != 6;
}
