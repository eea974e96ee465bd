// diagnostics: constant variables that a clause would write
// rules: V21 seed
const int k = 3;
//        ^ note[V21]
const int a[4] = {1};
//        ^ note[V21]

void f(void)
{
    #pragma acc data copyout(a)
//                           ^ error[V21]
    {
    }
    #pragma acc parallel pcopyout(a)
//                                ^ error[V21]
    {
    }
    #pragma acc update self(k)
//                          ^ error[V21]
    #pragma acc update host(a[0:2])
//                          ^^^^^^ error[V21]
    #pragma acc update device(k)
//                            ^ error[V21]
    #pragma acc parallel reduction(+:k)
//                                   ^ error[V21]
    {
    }
    #pragma acc exit data copyout(k)
//                                ^ error[V21]
    #pragma acc data copy(a) copyin(k)
    {
    }
    #pragma acc parallel firstprivate(k) copy(a)
    {
    }
    #pragma acc exit data delete(a, k)
}
