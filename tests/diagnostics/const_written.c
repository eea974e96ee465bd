// diagnostics: constant variables that a clause would write
const int k = 3;
const int a[4] = {1};

void f(void)
{
    #pragma acc data copyout(a)
//                           ^ error[ACC0083]
    {
    }
    #pragma acc parallel pcopyout(a)
//                                ^ error[ACC0083]
    {
    }
    #pragma acc update self(k)
//                          ^ error[ACC0083]
    #pragma acc update host(a[0:2])
//                          ^^^^^^ error[ACC0083]
    #pragma acc update device(k)
//                            ^ error[ACC0083]
    #pragma acc parallel reduction(+:k)
//                                   ^ error[ACC0083]
    {
    }
    #pragma acc exit data copyout(k)
//                                ^ error[ACC0083]
    #pragma acc data copy(a) copyin(k)
    {
    }
    #pragma acc parallel firstprivate(k) copy(a)
    {
    }
    #pragma acc exit data delete(a, k)
}
