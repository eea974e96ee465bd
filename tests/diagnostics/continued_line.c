// diagnostics: what is wrong on the second line of a directive is reported there
int a[4], b[4];

void f(void)
{
    #pragma acc data copy(a) copyin(b) \
        copyout(a)
//                        ^ note[ACC0099] (line above)
//              ^ warning[ACC0099]
    {
    }
}
