// diagnostics: on a combined directive the attributes of both halves count together
// rules: X3 seed
int x, y;

void f(void)
{
    #pragma acc parallel loop firstprivate(x) reduction(+:x)
//                                         ^ note[X3]
//                                                        ^ error[X3]
    for (int i = 0; i < 4; ++i)
        x += i;
    #pragma acc parallel loop private(y) firstprivate(y)
//                                    ^ note[X3]
//                                                    ^ error[X3]
    for (int i = 0; i < 4; ++i)
        y = i;
}
