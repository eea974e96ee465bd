// diagnostics: an item that does not fit its clause gives no attribute that others could conflict with
// rules: V19 seed, V21 seed, V22 seed, L7 seed
extern int open[];
const int k = 3;
//        ^ note[V21]
//        ^ note[V22]

void f(int i)
{
    #pragma acc parallel private(k) reduction(+:k)
//                               ^ error[V22]
//                                              ^ error[V21]
    {
    }
    #pragma acc data copyin(open) copyout(open)
//                          ^^^^ error[V19]
//                                        ^^^^ error[V19]
    {
    }
    #pragma acc parallel
    {
        #pragma acc loop private(open)
//                               ^^^^ error[V19]
        for (int j = 0; j < 4; ++j)
            ;
        #pragma acc loop reduction(+:i)
//                                   ^ error[L7]
        for (i = 0; i < 4; ++i)
            ;
        #pragma acc loop reduction(*:i)
//                                   ^ error[L7]
        for (i = 0; i < 4; ++i)
            ;
    }
}
