// diagnostics: a hint where the statement of a construct is expected
int a[8];

void f(int n)
{
    #pragma acc kernels copy(a)
    #pragma acc cache(a[0:8])
//              ^^^^^ warning[ACC0120]
    #pragma acc loop independent
    for (int i = 0; i < 8; ++i)
        a[i] = i;
    {
        #pragma acc parallel copy(a)
        #pragma acc cache(a[0:8])
//                  ^^^^^ error[ACC0051]
    }
    #pragma acc parallel loop copy(a)
    for (int i = 0; i < 8; ++i) {
        #pragma acc cache(a[i])
        a[i] += n;
    }
}
