// diagnostics: variables that an operator is not defined for
// rules: R1 newer
int a[4], *p, *pointers[4];
struct s {
    int x;
} s, structs[4], *few;
double d;
_Complex double z;

void f(void)
{
    #pragma acc parallel reduction(+:structs)
//                                   ^^^^^^^ error[R1]
    {
    }
    #pragma acc parallel reduction(+:few[0:2])
//                                   ^^^^^^^^ error[R1]
    {
    }
    #pragma acc parallel reduction(max:pointers)
//                                     ^^^^^^^^ error[R1]
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
    #pragma acc parallel reduction(*:z) reduction(&&:d) reduction(+:a, p[0:2])
    {
    }
}
