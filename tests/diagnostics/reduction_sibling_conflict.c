// diagnostics: two loops of one kernel imply reductions with different operators
int x;

void f(void)
{
    #pragma acc parallel copy(x)
//              ^^^^^^^^ note[ACC0096]
    {
        #pragma acc loop gang reduction(+:x)
//                                        ^ note[ACC0096]
        for (int i = 0; i < 4; ++i)
            x += i;
        #pragma acc loop gang reduction(*:x)
//                                        ^ error[ACC0096]
        for (int i = 0; i < 4; ++i)
            x *= 2;
    }
    #pragma acc parallel copy(x)
    {
        #pragma acc loop gang reduction(+:x)
        for (int i = 0; i < 4; ++i)
            x += i;
        #pragma acc loop seq reduction(+:x)
        for (int i = 0; i < 4; ++i)
            x += i;
    }
}
