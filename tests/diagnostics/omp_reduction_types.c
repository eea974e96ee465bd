// diagnostics: reductions that cannot combine their list items
struct S { int m; } s, sa[4];
struct D { int m; } declared;
int a[8], x, *p;
double d, da[4];
double _Complex z;
_Bool flag;

void add(int *, const int *);
    #pragma omp declare reduction(* : struct D : omp_out.m *= omp_in.m)
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning[ACC0155]
    #pragma omp declare reduction(mine : int : omp_out += omp_in)

void operators(void)
{
    #pragma omp parallel reduction(|: d)
//                                    ^ error[OMP0121]
    ;
    #pragma omp parallel reduction(&: da[0:2])
//                                    ^^^^^^^ error[OMP0121]
    ;
    #pragma omp parallel reduction(^: z)
//                                    ^ error[OMP0121]
    ;
    #pragma omp parallel reduction(max: z)
//                                      ^ error[OMP0121]
    ;
    #pragma omp parallel reduction(+: p)
//                                    ^ error[OMP0121]
    ;
    #pragma omp parallel reduction(min: p)
//                                      ^ error[OMP0121]
    ;
    #pragma omp parallel reduction(+: s)
//                                    ^ error[OMP0121]
    ;
    #pragma omp parallel reduction(+: sa)
//                                    ^^ error[OMP0121]
    ;
    #pragma omp parallel reduction(+: a, x, z, d, da, flag) reduction(&&: p[0:4])
    ;
    #pragma omp parallel reduction(max: a[0:4], d) reduction(^: x)
    ;
    #pragma omp taskgroup task_reduction(|: d)
//                                          ^ error[OMP0121]
    ;
    #pragma omp parallel reduction(-: x) reduction(*: declared)
    ;
    #pragma omp parallel reduction(mine: x)
    ;
    #pragma omp parallel reduction(other: x)
//                       ^^^^^^^^^^^^^^^^^^^ error[OMP0121]
    ;
}

void in_blocks(void)
{
    #pragma omp declare reduction(other : int : omp_out += omp_in)
    #pragma omp parallel reduction(other: x)
    ;
}
