// diagnostics: what may not stand inside a loop construct, sequential ones included
int a[4];

void f(void)
{
    #pragma acc parallel
    {
        #pragma acc loop seq
//                  ^^^^ note[ACC0052]
        for (int i = 0; i < 4; ++i) {
            #pragma acc update self(a)
//                      ^^^^^^ error[ACC0052]
        }
        #pragma acc loop gang
//                  ^^^^ note[ACC0052]
        for (int i = 0; i < 4; ++i) {
            #pragma acc parallel copy(a)
//                      ^^^^^^^^ error[ACC0052]
            {
            }
        }
    }
    #pragma acc parallel loop
//              ^^^^^^^^^^^^^ note[ACC0052]
    for (int i = 0; i < 4; ++i) {
        #pragma acc parallel loop
//                  ^^^^^^^^^^^^^ error[ACC0052]
        for (int j = 0; j < 4; ++j)
            ;
    }
}
