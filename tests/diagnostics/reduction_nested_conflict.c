// diagnostics: another operator for the same variable on the enclosing loop or kernel
int x;

void f(void)
{
    #pragma acc parallel copy(x) reduction(+:x)
//                                           ^ note[ACC0095]
    {
        #pragma acc loop gang reduction(*:x)
//                                        ^ error[ACC0095]
        for (int i = 0; i < 4; ++i)
            x *= 2;
    }
    #pragma acc parallel loop gang copy(x) reduction(max:x)
//                                                       ^ note[ACC0095]
    for (int i = 0; i < 4; ++i) {
        #pragma acc loop vector reduction(min:x)
//                                            ^ error[ACC0095]
        for (int j = 0; j < 4; ++j)
            x = x < j ? x : j;
    }
    #pragma acc parallel loop gang copy(x) reduction(+:x)
    for (int i = 0; i < 4; ++i) {
        int x = 1;
        #pragma acc loop vector reduction(*:x)
        for (int j = 0; j < 4; ++j)
            x *= 2;
    }
}
