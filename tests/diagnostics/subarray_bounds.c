// diagnostics: bounds of a subarray that cannot be
// rules: V8 V9 V10 V12 V13 V14 newer
int a[4], x, *p;
double d;
struct unknown *u;
void (*fp)(void);
extern int open[];

void f(void)
{
    #pragma acc data copy(x[0:1])
//                        ^ error[V8]
    {
    }
    #pragma acc data copy(u[0:1])
//                        ^ error[V9]
    {
    }
    #pragma acc data copy(fp[0:1])
//                        ^^ error[V9]
    {
    }
    #pragma acc data copy(a[d:2])
//                          ^ error[V10]
    {
    }
    #pragma acc data copy(a[0:d])
//                            ^ error[V10]
    {
    }
    #pragma acc data copy(a[-1:2])
//                          ^^ error[V12]
    {
    }
    #pragma acc data copy(a[0:-2])
//                            ^^ error[V13]
    {
    }
    #pragma acc data copy(p[0:])
//                        ^^^^^ error[V14]
    {
    }
    #pragma acc data copy(open[1:])
//                        ^^^^^^^^ error[V14]
    {
    }
}
