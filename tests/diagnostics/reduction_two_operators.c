// diagnostics: two operators for one variable on one directive
int x;

void f(void)
{
    #pragma acc parallel reduction(+:x) reduction(*:x)
//                                   ^ note[ACC0094]
//                                                  ^ error[ACC0094]
    {
    }
    #pragma acc parallel
    {
        #pragma acc loop gang reduction(max:x) reduction(min:x)
//                                          ^ note[ACC0094]
//                                                           ^ error[ACC0094]
        for (int i = 0; i < 4; ++i)
            ;
    }
}
