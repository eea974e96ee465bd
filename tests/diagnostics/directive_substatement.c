// diagnostics: executable directives as the substatement of another statement or directive
// rules: D4 seed
int a[4], c;

void f(void)
{
    if (c)
        #pragma acc update self(a)
//                  ^^^^^^ error[D4]
    else
        #pragma acc enter data copyin(a)
//                  ^^^^^^^^^^ error[D4]
    while (c)
        #pragma acc exit data copyout(a)
//                  ^^^^^^^^^ error[D4]
    do
        #pragma acc update device(a)
//                  ^^^^^^ error[D4]
    while (c);
    for (;c;)
        #pragma acc update host(a)
//                  ^^^^^^ error[D4]
    switch (c)
        #pragma acc update self(a)
//                  ^^^^^^ error[D4]
    #pragma acc data copy(a)
    #pragma acc update self(a)
//              ^^^^^^ error[D4]
}
