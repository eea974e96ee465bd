// diagnostics: one variable in two of private, firstprivate and reduction
// rules: X3 seed
int x;

void f(void)
{
    #pragma acc parallel private(x) firstprivate(x)
//                               ^ note[X3]
//                                               ^ error[X3]
    {
    }
    #pragma acc parallel firstprivate(x) reduction(+:x)
//                                    ^ note[X3]
//                                                   ^ error[X3]
    {
    }
    #pragma acc parallel reduction(+:x) private(x)
//                                   ^ note[X3]
//                                              ^ error[X3]
    {
    }
    #pragma acc parallel
    {
        #pragma acc loop gang private(x) reduction(+:x)
//                                    ^ note[X3]
//                                                   ^ error[X3]
        for (int i = 0; i < 4; ++i)
            x += i;
    }
}
