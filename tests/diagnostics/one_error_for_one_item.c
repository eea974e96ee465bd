// diagnostics: an item that does not fit its clause gives no attribute that others could conflict with
extern int open[];
const int k = 3;

void f(int i)
{
    #pragma acc parallel private(k) reduction(+:k)
//                               ^ error[ACC0083]
//                                              ^ error[ACC0083]
    {
    }
    #pragma acc data copyin(open) copyout(open)
//                          ^^^^ error[ACC0082]
//                                        ^^^^ error[ACC0082]
    {
    }
    #pragma acc parallel
    {
        #pragma acc loop private(open)
//                               ^^^^ error[ACC0082]
        for (int j = 0; j < 4; ++j)
            ;
        #pragma acc loop reduction(+:i)
//                                   ^ error[ACC0098]
        for (i = 0; i < 4; ++i)
            ;
        #pragma acc loop reduction(*:i)
//                                   ^ error[ACC0098]
        for (i = 0; i < 4; ++i)
            ;
    }
}
