// diagnostics: a data clause or firstprivate for the loop variable of a combined directive
// rules: X5 seed
void f(void)
{
    int i, j;
    #pragma acc parallel loop copy(i)
//                                 ^ error[X5]
    for (i = 0; i < 4; ++i)
        ;
    #pragma acc parallel loop firstprivate(i) gang
//                                         ^ error[X5]
    for (i = 0; i < 4; ++i)
        ;
    #pragma acc parallel loop collapse(2) copyin(j)
//                                               ^ error[X5]
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
