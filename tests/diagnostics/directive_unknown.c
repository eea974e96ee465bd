// diagnostics: a directive name that is unknown, missing or not part of this mapping
int a[4];

void f(void)
{
    #pragma acc foo
//              ^^^ error[ACC0001]
    #pragma acc
//  ^^^^^^^^^^^ error[ACC0001]
    #pragma acc paralel loop
//              ^^^^^^^ error[ACC0001]
    for (int i = 0; i < 4; ++i)
        a[i] = i;
    #pragma acc enter copyin(a)
//              ^^^^^ error[ACC0001]
    #pragma acc (a)
//              ^ error[ACC0001]
}
