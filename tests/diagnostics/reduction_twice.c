// diagnostics: one reduction twice on one directive
// rules: X7 seed
int x;

void f(void)
{
    #pragma acc parallel reduction(+:x) reduction(+:x)
//                                   ^ note[X7]
//                                                  ^ error[X7]
    {
    }
    #pragma acc parallel loop reduction(*:x, x)
//                                        ^ note[X7]
//                                           ^ error[X7]
    for (int i = 0; i < 4; ++i)
        x *= 2;
}
