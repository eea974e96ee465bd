// diagnostics: variables that an operator is not defined for
// rules: R1 newer
int a[4], *p, *pointers[4];
struct s {
    int x, *to;
} s, structs[4], *few;
struct number {
    const int fixed;
} number;
union u {
    int x;
    float y;
} u;
struct sums {
    int count;
    struct {
        double x[2];
    };
    unsigned flags : 3;
    unsigned : 0;
} sums, all[3];
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
    #pragma acc parallel reduction(+:number)
//                                   ^^^^^^ error[R1]
    {
    }
    #pragma acc parallel reduction(+:u)
//                                   ^ error[R1]
    {
    }
    #pragma acc parallel reduction(^:sums)
//                                   ^^^^ error[R1]
    {
    }
    #pragma acc parallel reduction(+:sums) reduction(max:all) reduction(*:few[0:1])
//                                                                        ^^^^^^^^ error[R1]
    {
    }
    #pragma acc parallel reduction(*:z) reduction(&&:d) reduction(+:a, p[0:2])
    {
    }
}
