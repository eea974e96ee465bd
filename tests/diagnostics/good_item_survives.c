// diagnostics: a clause with one bad item keeps the others, so the directive is not empty
int a[4];

void f(void)
{
    #pragma acc enter data copyin(a, 3)
//                                   ^ error[ACC0070]
    #pragma acc update self(3, a)
//                          ^ error[ACC0070]
}
