// diagnostics: subarrays in clauses that take whole variables only
// rules: V6 seed
int a[4], *p;

void f(void)
{
    #pragma acc parallel private(a[0:2])
//                               ^^^^^^ error[V6]
    {
    }
    #pragma acc parallel firstprivate(a[:])
//                                    ^^^^ error[V6]
    {
    }
    #pragma acc parallel reduction(+:p[0:4])
//                                   ^^^^^^ error[V6]
    {
    }
    #pragma acc parallel loop private(a[1:1])
//                                    ^^^^^^ error[V6]
    for (int i = 0; i < 4; ++i)
        ;
}
