// diagnostics: one variable in two of private, firstprivate and reduction
int x;

void f(void)
{
    #pragma acc parallel private(x) firstprivate(x)
//                               ^ note[ACC0091]
//                                               ^ error[ACC0091]
    {
    }
    #pragma acc parallel firstprivate(x) reduction(+:x)
//                                    ^ note[ACC0091]
//                                                   ^ error[ACC0091]
    {
    }
    #pragma acc parallel reduction(+:x) private(x)
//                                   ^ note[ACC0091]
//                                              ^ error[ACC0091]
    {
    }
    #pragma acc parallel
    {
        #pragma acc loop gang private(x) reduction(+:x)
//                                    ^ note[ACC0091]
//                                                   ^ error[ACC0091]
        for (int i = 0; i < 4; ++i)
            x += i;
    }
}
