// diagnostics: a subscript names one element, and in lists of private variables it has no meaning
int a[4], m[4][4];

void f(void)
{
    #pragma acc data copy(a[3])
//                        ^^^^ warning[ACC0112]
    {
    }
    #pragma acc update self(m[1:][2]) device(a[0])
//                                           ^^^^ warning[ACC0112]
    #pragma acc enter data copyin(m[1:][2])
//                                ^^^^^^^^ error[ACC0080]
    #pragma acc enter data copyin(m[1][0:4], a[1:2])
    #pragma acc parallel private(a[1])
//                               ^^^^ error[ACC0072]
    {
    }
}
