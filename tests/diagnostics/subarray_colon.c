// diagnostics: a subscript is not a subarray
// rules: V5 seed
int a[4], m[4][4];

void f(void)
{
    #pragma acc data copy(a[3])
//                        ^^^^ error[V5]
    {
    }
    #pragma acc update self(m[1:][2]) device(a[0])
//                          ^^^^^^^^ error[V5]
//                                           ^^^^ error[V5]
    #pragma acc enter data copyin(m[1][0:4], a[1:2])
//                                ^^^^^^^^^ error[V5]
}
