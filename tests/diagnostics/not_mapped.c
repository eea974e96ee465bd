// diagnostics: directives that have no mapping are named, and stay in the text
int a[4];

void f(void)
{
    #pragma acc kernels copy(a)
//              ^^^^^^^ error[D1]
    {
        a[0] = 1;
    }
    #pragma acc serial loop copy(a)
//              ^^^^^^^^^^^ error[D1]
    for (int i = 0; i < 4; ++i)
        a[i] = i;
    #pragma acc host_data use_device(a)
//              ^^^^^^^^^ error[D1]
    {
    }
    #pragma acc wait
//              ^^^^ error[D1]
}
