// diagnostics: a loop directly inside a data construct
int a[4];

void f(void)
{
    #pragma acc data copy(a)
//              ^^^^ note[ACC0052]
    {
        #pragma acc loop gang
//                  ^^^^ error[ACC0052]
        for (int i = 0; i < 4; ++i)
            a[i] = i;
    }
}
