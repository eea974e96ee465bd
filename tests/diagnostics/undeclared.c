// diagnostics: names that nobody declared, in arguments and in lists
int a[4];

void f(void)
{
    #pragma acc parallel num_gangs(nobody)
//                                 ^^^^^^ error[ACC0065]
    {
    }
    #pragma acc data copy(nothing)
//                        ^^^^^^^ error[ACC0065]
    {
    }
    #pragma acc data copyin(a[0:nowhere])
//                              ^^^^^^^ error[ACC0065]
    {
    }
    #pragma acc update self(nobody)
//                          ^^^^^^ error[ACC0065]
}
