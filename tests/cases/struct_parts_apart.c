// case: members of one struct that different constructs map apart keep their directives
// expect-portable: #pragma acc data copyin(s.v)
// expect-portable: #pragma acc parallel loop copyout(s.w)
#include <stdio.h>

struct S { int v[4]; int w[4]; int n; };

int main(void)
{
    struct S s = {{10, 11, 12, 13}, {40, 41, 42, 43}, 4};
    #pragma acc data copyin(s.v)
    {
        #pragma acc parallel loop copyout(s.w)
        for (int i = 0; i < 4; ++i)
            s.w[i] = s.v[i] + 1;
    }
    #pragma acc data copy(s.v)
    {
        #pragma acc parallel loop
        for (int i = 0; i < s.n; ++i)
            s.v[i] += s.n;
    }
    for (int i = 0; i < 4; ++i)
        printf("%d %d\n", s.v[i], s.w[i]);
    return 0;
}
