// diagnostics: executable directives as the substatement of another statement or directive
int a[4], c;

void f(void)
{
    if (c)
        #pragma acc update self(a)
//                  ^^^^^^ error[ACC0051]
    else
        #pragma acc enter data copyin(a)
//                  ^^^^^^^^^^ error[ACC0051]
    while (c)
        #pragma acc exit data copyout(a)
//                  ^^^^^^^^^ error[ACC0051]
    do
        #pragma acc update device(a)
//                  ^^^^^^ error[ACC0051]
    while (c);
    for (;c;)
        #pragma acc update host(a)
//                  ^^^^^^ error[ACC0051]
    switch (c)
        #pragma acc update self(a)
//                  ^^^^^^ error[ACC0051]
    #pragma acc data copy(a)
    #pragma acc update self(a)
//              ^^^^^^ error[ACC0051]
}
