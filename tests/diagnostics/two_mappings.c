// diagnostics: one variable in two data clauses of one directive
int a[4], b[4];

void f(void)
{
    #pragma acc data copy(a) copyin(a)
//                        ^ note[ACC0099]
//                                  ^ warning[ACC0099]
    {
    }
    #pragma acc data present(a[0:2]) create(a[2:2])
//                           ^^^^^^ note[ACC0091]
//                                          ^^^^^^ error[ACC0091]
    {
    }
    #pragma acc enter data copyin(a) create(b) create(a)
//                                ^ note[ACC0091]
//                                                    ^ error[ACC0091]
    #pragma acc exit data copyout(a) delete(a)
//                                ^ note[ACC0091]
//                                          ^ error[ACC0091]
    #pragma acc parallel no_create(b) copyout(b)
//                                 ^ note[ACC0091]
//                                            ^ error[ACC0091]
    {
    }
    #pragma acc parallel loop pcopyin(b) pcopyout(b)
//                                    ^ note[ACC0099]
//                                                ^ warning[ACC0099]
    for (int i = 0; i < 4; ++i)
        ;
    #pragma acc data copyin(a[0:2]) copyout(a[2:2])
//                          ^^^^^^ note[ACC0091]
//                                          ^^^^^^ error[ACC0091]
    {
    }
    #pragma acc data create(b) copyout(b)
//                          ^ note[ACC0099]
//                                     ^ warning[ACC0099]
    {
    }
    #pragma acc data create(b) copyin(b)
//                          ^ note[ACC0091]
//                                    ^ error[ACC0091]
    {
    }
}
