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
}
