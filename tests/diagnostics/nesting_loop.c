// diagnostics: what may not stand inside a loop construct, sequential ones included
// rules: D6 seed
int a[4];

void f(void)
{
    #pragma acc parallel
    {
        #pragma acc loop seq
//                  ^^^^ note[D6]
        for (int i = 0; i < 4; ++i) {
            #pragma acc update self(a)
//                      ^^^^^^ error[D6]
        }
        #pragma acc loop gang
//                  ^^^^ note[D6]
        for (int i = 0; i < 4; ++i) {
            #pragma acc parallel copy(a)
//                      ^^^^^^^^ error[D6]
            {
            }
        }
    }
    #pragma acc parallel loop
//              ^^^^^^^^^^^^^ note[D6]
    for (int i = 0; i < 4; ++i) {
        #pragma acc parallel loop
//                  ^^^^^^^^^^^^^ error[D6]
        for (int j = 0; j < 4; ++j)
            ;
    }
}
