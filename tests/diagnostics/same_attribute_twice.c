// diagnostics: one variable twice in the same attribute
int a[4], x;

void f(void)
{
    #pragma acc data copy(a) copy(a)
//                        ^ note[ACC0119]
//                                ^ warning[ACC0119]
    {
    }
    #pragma acc data copy(a, a)
//                        ^ note[ACC0119]
//                           ^ warning[ACC0119]
    {
    }
    #pragma acc data copy(a) pcopy(a)
//                        ^ note[ACC0119]
//                                 ^ warning[ACC0119]
    {
    }
    #pragma acc enter data copyin(a[0:2]) present_or_copyin(a[1:2])
//                                ^^^^^^ note[ACC0090]
//                                                          ^^^^^^ error[ACC0090]
    #pragma acc exit data delete(x, x)
//                               ^ note[ACC0090]
//                                  ^ error[ACC0090]
    #pragma acc parallel private(x) private(x)
//                               ^ note[ACC0090]
//                                          ^ error[ACC0090]
    {
    }
    #pragma acc parallel firstprivate(x, x)
//                                    ^ note[ACC0090]
//                                       ^ error[ACC0090]
    {
    }
}
