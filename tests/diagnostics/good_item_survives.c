// diagnostics: a clause with one bad item keeps the others, so the directive is not empty
// rules: C12 V1 newer
int a[4];

void f(void)
{
    #pragma acc enter data copyin(a, 3)
//                                   ^ error[V1]
    #pragma acc update self(3, a)
//                          ^ error[V1]
}
