// diagnostics: constant variables that a clause would leave without a value
const int k = 3;

void f(void)
{
    #pragma acc data create(k)
//                          ^ error[ACC0083]
    {
    }
    #pragma acc enter data pcreate(k)
//                                 ^ error[ACC0083]
    #pragma acc enter data present_or_create(k)
//                                           ^ error[ACC0083]
    #pragma acc parallel private(k)
//                               ^ error[ACC0083]
    {
    }
    #pragma acc data present(k)
    {
    }
    #pragma acc data no_create(k)
    {
    }
}
