// diagnostics: two loops of one kernel imply reductions with different operators
// rules: L9 seed
int x;

void f(void)
{
    #pragma acc parallel copy(x)
//              ^^^^^^^^ note[L9]
    {
        #pragma acc loop gang reduction(+:x)
//                                        ^ note[L9]
        for (int i = 0; i < 4; ++i)
            x += i;
        #pragma acc loop gang reduction(*:x)
//                                        ^ error[L9]
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
