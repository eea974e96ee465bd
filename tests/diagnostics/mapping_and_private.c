// diagnostics: a data clause and private or firstprivate for one variable
// rules: X4 seed
int x, a[4];

void f(void)
{
    #pragma acc parallel copy(x) private(x)
//                            ^ note[X4]
//                                       ^ error[X4]
    {
    }
    #pragma acc parallel firstprivate(x) copyin(x)
//                                    ^ note[X4]
//                                              ^ error[X4]
    {
    }
    #pragma acc parallel loop copyout(x) private(x)
//                                    ^ note[X4]
//                                               ^ error[X4]
    for (int i = 0; i < 4; ++i)
        x = i;
    #pragma acc parallel present(a[0:2]) firstprivate(a)
//                               ^^^^^^ note[X4]
//                                                    ^ error[X4]
    {
    }
}
