// diagnostics: what is wrong on the second line of a directive is reported there
// rules: X2 seed
int a[4], b[4];

void f(void)
{
    #pragma acc data copy(a) copyin(b) \
        copyout(a)
//                        ^ note[X2] (line above)
//              ^ warning[X2]
    {
    }
}
