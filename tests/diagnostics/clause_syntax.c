// diagnostics: arguments that are missing or not closed
// rules: C4 C5 C6 C7 newer
int a[4], b[4];

void f(void)
{
    #pragma acc data copy
//                   ^^^^ error[C4]
    {
    }
    #pragma acc data copy()
//                        ^ error[C6]
    {
    }
    #pragma acc data copy(a,)
//                          ^ error[C6]
    {
    }
    #pragma acc data copy(a b)
//                          ^ error[C7]
    {
    }
    #pragma acc parallel num_gangs()
//                                 ^ error[C6]
    {
    }
    #pragma acc parallel loop tile(* 2)
//                                   ^ error[C7]
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
            ;
    #pragma acc parallel loop tile(*, 2) gang(static: *)
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
            ;
}
