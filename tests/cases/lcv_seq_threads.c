// case: each of the threads that execute a seq loop has a control variable of its own
// gcc-acc: skip (gcc gives the loop its own variable also where one gang executes it)
// expect-portable: int j;
// expect-portable: int k;
// expect-portable: int last;
#include <stdio.h>

int q[64], r[64], s[4][4][4], t[3], last;

int main(void)
{
    int i, j, k, wrong = 0;
    #pragma acc parallel num_workers(8) copy(q)
    {
        #pragma acc loop gang worker
        for (i = 0; i < 64; i++) {
            #pragma acc loop seq
            for (j = 0; j < 10; j++)
                q[i] += j;
            #pragma acc loop seq
            for (j = 0; j < 5; j++)
                q[i] += j;
        }
    }
    #pragma acc parallel loop gang vector default(none) copy(r)
    for (i = 0; i < 64; i++) {
        #pragma acc loop seq collapse(2)
        for (j = 0; j < 3; j++)
            for (k = 0; k < 3; k++)
                r[i] += j * k;
    }
    #pragma acc parallel loop gang copy(s) num_workers(4)
    for (i = 0; i < 4; i++) {
        #pragma acc loop seq
        for (j = 0; j < 4; j++) {
            #pragma acc loop worker
            for (int l = 0; l < 4; l++) {
                #pragma acc loop seq
                for (k = 0; k < 4; k++)
                    s[i][j][l] += k;
            }
        }
    }
    last = 7;
    #pragma acc data copyin(last)
    {
        #pragma acc parallel num_gangs(2) copy(t)
        {
            #pragma acc loop seq
            for (last = 1; last < 3; last++)
                t[last] = last;
        }
    }
    for (i = 0; i < 64; i++) {
        wrong += q[i] != 55 || r[i] != 9;
        wrong += ((int *)s)[i] != 6;
    }
    wrong += t[1] != 1 || t[2] != 2;
    printf("%d\n", wrong);
    return wrong;
}
