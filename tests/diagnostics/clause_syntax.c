// diagnostics: arguments that are missing or not closed
int a[4], b[4];

void f(void)
{
    #pragma acc data copy
//                   ^^^^ error[ACC0004]
    {
    }
    #pragma acc data copy()
//                       ^ error[ACC0006]
    {
    }
    #pragma acc data copy(a,)
//                         ^ error[ACC0006]
    {
    }
    #pragma acc data copy(a b)
//                          ^ error[ACC0007]
    {
    }
    #pragma acc parallel num_gangs()
//                                ^ error[ACC0006]
    {
    }
    #pragma acc parallel loop tile(* 2)
//                                   ^ error[ACC0007]
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
            ;
    #pragma acc parallel loop tile(*, 2) gang(static: *)
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
            ;
}
