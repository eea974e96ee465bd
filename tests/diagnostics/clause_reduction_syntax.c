// diagnostics: a reduction without an operator, with an unknown one, or without its colon
int x;

void f(void)
{
    #pragma acc parallel reduction(x)
//                                 ^ error[ACC0010]
    {
    }
    #pragma acc parallel reduction(foo:x)
//                                 ^^^ error[ACC0010]
    {
    }
    #pragma acc parallel reduction(+ x)
//                                 ^ warning[ACC0011]
    {
    }
}
