// diagnostics: two operators for one variable on one directive
// rules: X8 seed
int x;

void f(void)
{
    #pragma acc parallel reduction(+:x) reduction(*:x)
//                                   ^ note[X8]
//                                                  ^ error[X8]
    {
    }
    #pragma acc parallel
    {
        #pragma acc loop gang reduction(max:x) reduction(min:x)
//                                          ^ note[X8]
//                                                           ^ error[X8]
        for (int i = 0; i < 4; ++i)
            ;
    }
}
