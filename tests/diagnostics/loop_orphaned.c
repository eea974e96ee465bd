// diagnostics: a loop outside any compute construct
int a[4];

void f(void)
{
    #pragma acc loop gang
//              ^^^^ error[ACC0053]
    for (int i = 0; i < 4; ++i)
        a[i] = i;
    #pragma acc loop seq
//              ^^^^ error[ACC0053]
    for (int i = 0; i < 4; ++i)
        a[i] = i;
}
