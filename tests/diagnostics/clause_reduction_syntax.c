// diagnostics: a reduction without an operator, with an unknown one, or without its colon
// rules: C10 C11 newer
int x;

void f(void)
{
    #pragma acc parallel reduction(x)
//                                 ^ error[C10]
    {
    }
    #pragma acc parallel reduction(foo:x)
//                                 ^^^ error[C10]
    {
    }
    #pragma acc parallel reduction(+ x)
//                                   ^ warning[C11]
    {
    }
}
