// diagnostics: the base of a subarray is a variable
// rules: V4 seed
int *q[2], *p, **pp;

void f(void)
{
    #pragma acc data copy((*pp)[0:2])
//                        ^^^^^^^^^^ error[V4]
    {
    }
    #pragma acc update self((p + 1)[0:2]) if_present
//                          ^^^^^^^^^^^^ error[V4]
}
