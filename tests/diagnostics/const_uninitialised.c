// diagnostics: constant variables that a clause would leave without a value
// rules: V22 seed
const int k = 3;
//        ^ note[V22]

void f(void)
{
    #pragma acc data create(k)
//                          ^ error[V22]
    {
    }
    #pragma acc enter data pcreate(k)
//                                 ^ error[V22]
    #pragma acc enter data present_or_create(k)
//                                           ^ error[V22]
    #pragma acc parallel private(k)
//                               ^ error[V22]
    {
    }
    #pragma acc data present(k)
    {
    }
    #pragma acc data no_create(k)
    {
    }
}
