// diagnostics: a loop outside any compute construct
// rules: L13 seed
int a[4];

void f(void)
{
    #pragma acc loop gang
//              ^^^^ error[L13]
    for (int i = 0; i < 4; ++i)
        a[i] = i;
    #pragma acc loop seq
//              ^^^^ error[L13]
    for (int i = 0; i < 4; ++i)
        a[i] = i;
}
