// diagnostics: variables of incomplete type in a clause
// rules: V19 seed
extern int open[];
struct unknown;
extern struct unknown s;

void f(void)
{
    #pragma acc data copy(open)
//                        ^^^^ error[V19]
    {
    }
    #pragma acc enter data copyin(s)
//                                ^ error[V19]
    #pragma acc update self(open)
//                          ^^^^ error[V19]
    #pragma acc parallel private(open) firstprivate(s)
//                               ^^^^ error[V19]
//                                                  ^ error[V19]
    {
    }
    #pragma acc data copy(open[0:4])
    {
    }
}
