// diagnostics: a data clause and private or firstprivate for one variable
int x, a[4];

void f(void)
{
    #pragma acc parallel copy(x) private(x)
//                            ^ note[ACC0091]
//                                       ^ error[ACC0091]
    {
    }
    #pragma acc parallel firstprivate(x) copyin(x)
//                                    ^ note[ACC0091]
//                                              ^ error[ACC0091]
    {
    }
    #pragma acc parallel loop copyout(x) private(x)
//                                    ^ note[ACC0091]
//                                               ^ error[ACC0091]
    for (int i = 0; i < 4; ++i)
        x = i;
    #pragma acc parallel present(a[0:2]) firstprivate(a)
//                               ^^^^^^ note[ACC0091]
//                                                    ^ error[ACC0091]
    {
    }
}
