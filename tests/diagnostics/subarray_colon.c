// diagnostics: a subscript names one element, and in lists of private variables it has no meaning
// rules: V5 newer
int a[4], m[4][4];

void f(void)
{
    #pragma acc data copy(a[3])
//                        ^^^^ warning[V5]
    {
    }
    #pragma acc update self(m[1:][2]) device(a[0])
//                                           ^^^^ warning[V5]
    #pragma acc enter data copyin(m[1:][2])
//                                ^^^^^^^^ error[V5]
    #pragma acc enter data copyin(m[1][0:4], a[1:2])
    #pragma acc parallel private(a[1])
//                               ^^^^ error[V5]
    {
    }
}
