// diagnostics: a loop variable is no reduction variable, on sequential loops neither
void f(void)
{
    int i, j;
    #pragma acc parallel loop reduction(+:i)
//                                        ^ error[ACC0098]
    for (i = 0; i < 4; ++i)
//       ^ note[ACC0098]
        ;
    #pragma acc parallel
    {
        #pragma acc loop seq reduction(*:i)
//                                       ^ error[ACC0098]
        for (i = 0; i < 4; ++i)
//           ^ note[ACC0098]
            ;
        #pragma acc loop gang collapse(2) reduction(max:j)
//                                                      ^ error[ACC0098]
        for (i = 0; i < 4; ++i)
            for (j = 0; j < 4; ++j)
//               ^ note[ACC0098]
                ;
    }
    #pragma acc parallel loop reduction(+:i)
    for (int i = 0; i < 4; ++i)
        ;
}
