// diagnostics: seq, independent and auto exclude each other; seq excludes the levels
// rules: C3 seed
void f(void)
{
    #pragma acc parallel
    {
        #pragma acc loop seq independent
//                           ^^^^^^^^^^^ error[C3]
        for (int i = 0; i < 4; ++i)
            ;
        #pragma acc loop independent auto
//                                   ^^^^ error[C3]
        for (int i = 0; i < 4; ++i)
            ;
        #pragma acc loop auto seq
//                            ^^^ error[C3]
        for (int i = 0; i < 4; ++i)
            ;
        #pragma acc loop seq gang
//                           ^^^^ error[C3]
        for (int i = 0; i < 4; ++i)
            ;
        #pragma acc loop worker seq
//                              ^^^ error[C3]
        for (int i = 0; i < 4; ++i)
            ;
        #pragma acc loop auto seq independent
//                            ^^^ error[C3]
//                                ^^^^^^^^^^^ error[C3]
//                                ^^^^^^^^^^^ error[C3]
        for (int i = 0; i < 4; ++i)
            ;
    }
    #pragma acc parallel loop vector seq
//                                   ^^^ error[C3]
    for (int i = 0; i < 4; ++i)
        ;
}
