// diagnostics: routine directives without a level
#pragma acc routine
//          ^^^^^^^ warning[ACC0123]
int next(int x);
int other(int x);
#pragma acc routine(other) nohost
//          ^^^^^^^ warning[ACC0123]
#pragma acc routine seq
int last(int x);

void f(int *a)
{
    #pragma acc parallel copy(a[0:1])
    {
        a[0] = next(1) + other(2) + last(3);
    }
}
