// case: members of a structure in data clauses, an array and a pointer
#include <stdio.h>

struct pair {
    int *values;
    int count;
    int weight[4];
};

int main(void)
{
    int store[4] = {1, 2, 3, 4}, sum = 0;
    struct pair s = {store, 4, {1, 10, 100, 1000}};
    #pragma acc parallel loop copy(s.values[0:4]) copyin(s.weight)
    for (int i = 0; i < 4; ++i)
        s.values[i] *= s.weight[i];
    for (int i = 0; i < s.count; ++i)
        sum += store[i];
    printf("%d\n", sum);
    return sum != 4321;
}
