// diagnostics: a directive name that is unknown, missing or not part of this mapping
// rules: D1 seed
int a[4];

void f(void)
{
    #pragma acc foo
//              ^^^ error[D1]
    #pragma acc
//          ^^^ error[D1]
    #pragma acc paralel loop
//              ^^^^^^^ error[D1]
    for (int i = 0; i < 4; ++i)
        a[i] = i;
    #pragma acc enter copyin(a)
//              ^^^^^ error[D1]
    #pragma acc (a)
//              ^ error[D1]
}
