// diagnostics: one reduction twice on one directive
int x;

void f(void)
{
    #pragma acc parallel reduction(+:x) reduction(+:x)
//                                   ^ note[ACC0090]
//                                                  ^ error[ACC0090]
    {
    }
    #pragma acc parallel loop reduction(*:x, x)
//                                        ^ note[ACC0090]
//                                           ^ error[ACC0090]
    for (int i = 0; i < 4; ++i)
        x *= 2;
}
