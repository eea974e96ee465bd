// diagnostics: variables that an operator is not defined for
// rules: R1 newer
int a[4], *p;
struct s {
    int x;
} s;
double d;
_Complex double z;

void f(void)
{
    #pragma acc parallel reduction(+:a)
//                                   ^ error[R1]
    {
    }
    #pragma acc parallel reduction(+:s)
//                                   ^ error[R1]
    {
    }
    #pragma acc parallel reduction(+:p)
//                                   ^ error[R1]
    {
    }
    #pragma acc parallel reduction(&:d)
//                                   ^ error[R1]
    {
    }
    #pragma acc parallel reduction(max:z)
//                                     ^ error[R1]
    {
    }
    #pragma acc parallel reduction(*:z) reduction(&&:d)
    {
    }
}
