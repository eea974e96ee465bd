// diagnostics: on a combined directive the attributes of both halves count together
int x, y;

void f(void)
{
    #pragma acc parallel loop firstprivate(x) reduction(+:x)
//                                         ^ note[ACC0091]
//                                                        ^ error[ACC0091]
    for (int i = 0; i < 4; ++i)
        x += i;
    #pragma acc parallel loop private(y) firstprivate(y)
//                                    ^ note[ACC0091]
//                                                    ^ error[ACC0091]
    for (int i = 0; i < 4; ++i)
        y = i;
}
