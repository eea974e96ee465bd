// diagnostics: a loop directly inside a data construct
// rules: D6 seed
int a[4];

void f(void)
{
    #pragma acc data copy(a)
//              ^^^^ note[D6]
    {
        #pragma acc loop gang
//                  ^^^^ error[D6]
        for (int i = 0; i < 4; ++i)
            a[i] = i;
    }
}
