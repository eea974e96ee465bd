// diagnostics: variables of incomplete type in a clause
extern int open[];
struct unknown;
extern struct unknown s;

void f(void)
{
    #pragma acc data copy(open)
//                        ^^^^ error[ACC0082]
    {
    }
    #pragma acc enter data copyin(s)
//                                ^ error[ACC0082]
    #pragma acc update self(open)
//                          ^^^^ error[ACC0082]
    #pragma acc parallel private(open) firstprivate(s)
//                               ^^^^ error[ACC0082]
//                                                  ^ error[ACC0082]
    {
    }
    #pragma acc data copy(open[0:4])
    {
    }
}
