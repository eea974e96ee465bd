// diagnostics: bounds of a subarray that cannot be
int a[4], x, *p;
double d;
struct unknown *u;
void (*fp)(void);
extern int open[];

void f(void)
{
    #pragma acc data copy(x[0:1])
//                        ^ error[ACC0075]
    {
    }
    #pragma acc data copy(u[0:1])
//                        ^ error[ACC0076]
    {
    }
    #pragma acc data copy(fp[0:1])
//                        ^^ error[ACC0076]
    {
    }
    #pragma acc data copy(a[d:2])
//                          ^ error[ACC0077]
    {
    }
    #pragma acc data copy(a[0:d])
//                            ^ error[ACC0077]
    {
    }
    #pragma acc data copy(a[-1:2])
//                          ^^ error[ACC0078]
    {
    }
    #pragma acc data copy(a[0:-2])
//                            ^^ error[ACC0078]
    {
    }
    #pragma acc data copy(p[0:])
//                        ^^^^^ error[ACC0079]
    {
    }
    #pragma acc data copy(open[1:])
//                        ^^^^^^^^ error[ACC0079]
    {
    }
}
