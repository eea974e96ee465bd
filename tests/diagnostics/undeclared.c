// diagnostics: names that nobody declared, in arguments and in lists
// rules: A10 V3 newer
int a[4];

void f(void)
{
    #pragma acc parallel num_gangs(nobody)
//                                 ^^^^^^ error[A10]
    {
    }
    #pragma acc data copy(nothing)
//                        ^^^^^^^ error[V3]
    {
    }
    #pragma acc data copyin(a[0:nowhere])
//                              ^^^^^^^ error[A10]
    {
    }
    #pragma acc update self(nobody)
//                          ^^^^^^ error[V3]
}
