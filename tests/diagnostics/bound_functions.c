// diagnostics: what bind redirects are calls that name the function, and addresses are not
int on_device(int x);
#pragma acc routine seq bind(on_device)
int on_host(int x);
#pragma acc routine seq
int apply(int (*f)(int), int x);

int calls(int x, int n)
{
#pragma acc serial copy(x)
    x = on_host((on_host)(x));
    x = apply(on_host, x);
#pragma acc serial copy(x)
    x = apply(on_host, x);
//            ^^^^^^^ warning[ACC0113]
#pragma acc serial copy(x)
    x = apply(&on_host, on_host(x));
//             ^^^^^^^ warning[ACC0113]
#pragma acc serial copy(x)
    {
        int (*f)(int) = n ? on_host : on_device;
//                          ^^^^^^^ warning[ACC0113]
        x = f(x);
    }
    return x;
}

#pragma acc routine seq
int in_routine(int x)
{
#pragma acc loop seq
    for (int i = 0; i < 3; ++i)
        x += i;
    return apply(on_host, x);
//               ^^^^^^^ warning[ACC0113]
}
