// diagnostics: one variable twice in the same attribute
// rules: X1 seed
int a[4], x;

void f(void)
{
    #pragma acc data copy(a) copy(a)
//                        ^ note[X1]
//                                ^ warning[X1]
    {
    }
    #pragma acc data copy(a, a)
//                        ^ note[X1]
//                           ^ warning[X1]
    {
    }
    #pragma acc data copy(a) pcopy(a)
//                        ^ note[X1]
//                                 ^ warning[X1]
    {
    }
    #pragma acc enter data copyin(a[0:2]) present_or_copyin(a[1:2])
//                                ^^^^^^ note[X1]
//                                                          ^^^^^^ error[X1]
    #pragma acc exit data delete(x, x)
//                               ^ note[X1]
//                                  ^ error[X1]
    #pragma acc parallel private(x) private(x)
//                               ^ note[X1]
//                                          ^ error[X1]
    {
    }
    #pragma acc parallel firstprivate(x, x)
//                                    ^ note[X1]
//                                       ^ error[X1]
    {
    }
}
