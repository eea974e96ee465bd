// diagnostics: seq, independent and auto exclude each other; seq excludes the levels
void f(void)
{
    #pragma acc parallel
    {
        #pragma acc loop seq independent
//                           ^^^^^^^^^^^ error[ACC0056]
        for (int i = 0; i < 4; ++i)
            ;
        #pragma acc loop independent auto
//                                   ^^^^ error[ACC0056]
        for (int i = 0; i < 4; ++i)
            ;
        #pragma acc loop auto seq
//                            ^^^ error[ACC0056]
        for (int i = 0; i < 4; ++i)
            ;
        #pragma acc loop seq gang
//                           ^^^^ error[ACC0056]
        for (int i = 0; i < 4; ++i)
            ;
        #pragma acc loop worker seq
//                              ^^^ error[ACC0056]
        for (int i = 0; i < 4; ++i)
            ;
        #pragma acc loop auto seq independent
//                            ^^^ error[ACC0056]
//                                ^^^^^^^^^^^ error[ACC0056]
//                                ^^^^^^^^^^^ error[ACC0056]
        for (int i = 0; i < 4; ++i)
            ;
    }
    #pragma acc parallel loop vector seq
//                                   ^^^ error[ACC0056]
    for (int i = 0; i < 4; ++i)
        ;
}
