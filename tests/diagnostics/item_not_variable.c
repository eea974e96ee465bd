// diagnostics: list items that are not variables
// rules: V1 seed, V2 newer
int a[4], x;
typedef int t;
enum { K = 1 };
int g(void);

void f(void)
{
    #pragma acc data copy(1)
//                        ^ error[V1]
    {
    }
    #pragma acc data copyin(g())
//                          ^^^ error[V1]
    {
    }
    #pragma acc data copyin((float)x)
//                          ^^^^^^^^ error[V1]
    {
    }
    #pragma acc data create(x + 1)
//                          ^^^^^ error[V1]
    {
    }
    #pragma acc data copy(g)
//                        ^ error[V2]
    {
    }
    #pragma acc data copy(K)
//                        ^ error[V2]
    {
    }
    #pragma acc data copy(t)
//                        ^ error[V2]
    {
    }
    #pragma acc parallel private(1) firstprivate(g()) reduction(+:x + 1)
//                               ^ error[V1]
//                                               ^^^ error[V1]
//                                                                ^^^^^ error[V1]
    {
    }
}
