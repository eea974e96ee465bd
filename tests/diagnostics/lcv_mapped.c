// diagnostics: a data clause or firstprivate for the loop variable of a combined directive
void f(void)
{
    int i, j;
    #pragma acc parallel loop copy(i)
//                                 ^ error[ACC0092]
    for (i = 0; i < 4; ++i)
        ;
    #pragma acc parallel loop firstprivate(i) gang
//                                         ^ error[ACC0092]
    for (i = 0; i < 4; ++i)
        ;
    #pragma acc parallel loop collapse(2) copyin(j)
//                                               ^ error[ACC0092]
    for (i = 0; i < 4; ++i)
        for (j = 0; j < 4; ++j)
            ;
    #pragma acc parallel loop seq copy(i)
    for (i = 0; i < 4; ++i)
        ;
    #pragma acc parallel loop copyin(i)
    for (int i = 0; i < 4; ++i)
        ;
}
