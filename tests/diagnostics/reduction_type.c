// diagnostics: variables that an operator is not defined for
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
//                                   ^^^^^^^ error[ACC0097]
    {
    }
    #pragma acc parallel reduction(+:few[0:2])
//                                   ^^^^^^^^ error[ACC0097]
    {
    }
    #pragma acc parallel reduction(max:pointers)
//                                     ^^^^^^^^ error[ACC0097]
    {
    }
    #pragma acc parallel reduction(+:s)
//                                   ^ error[ACC0097]
    {
    }
    #pragma acc parallel reduction(+:p)
//                                   ^ error[ACC0097]
    {
    }
    #pragma acc parallel reduction(&:d)
//                                   ^ error[ACC0097]
    {
    }
    #pragma acc parallel reduction(max:z)
//                                     ^ error[ACC0097]
    {
    }
    #pragma acc parallel reduction(+:number)
//                                   ^^^^^^ error[ACC0097]
    {
    }
    #pragma acc parallel reduction(+:u)
//                                   ^ error[ACC0097]
    {
    }
    #pragma acc parallel reduction(^:sums)
//                                   ^^^^ error[ACC0097]
    {
    }
    #pragma acc parallel reduction(+:sums) reduction(max:all) reduction(*:few[0:1])
//                                                                        ^^^^^^^^ error[ACC0097]
    {
    }
    #pragma acc parallel reduction(*:z) reduction(&&:d) reduction(+:a, p[0:2])
    {
    }
}
