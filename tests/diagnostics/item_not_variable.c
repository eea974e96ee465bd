// diagnostics: list items that are not variables
int a[4], x;
typedef int t;
enum { K = 1 };
int g(void);

void f(void)
{
    #pragma acc data copy(1)
//                        ^ error[ACC0070]
    {
    }
    #pragma acc data copyin(g())
//                          ^^^ error[ACC0070]
    {
    }
    #pragma acc data copyin((float)x)
//                          ^^^^^^^^ error[ACC0070]
    {
    }
    #pragma acc data create(x + 1)
//                          ^^^^^ error[ACC0070]
    {
    }
    #pragma acc data copy(g)
//                        ^ error[ACC0070]
    {
    }
    #pragma acc data copy(K)
//                        ^ error[ACC0070]
    {
    }
    #pragma acc data copy(t)
//                        ^ error[ACC0070]
//                        ^ error[C0002]
    {
    }
    #pragma acc parallel private(1) firstprivate(g()) reduction(+:x + 1)
//                               ^ error[ACC0070]
//                                               ^^^ error[ACC0070]
//                                                                ^^^^^ error[ACC0070]
    {
    }
}
