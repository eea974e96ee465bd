// diagnostics: the base of a subarray is a variable
int *q[2], *p, **pp;

void f(void)
{
    #pragma acc data copy((*pp)[0:2])
//                        ^^^^^^^^^^ error[ACC0071]
    {
    }
    #pragma acc update self((p + 1)[0:2]) if_present
//                          ^^^^^^^^^^^^ error[ACC0071]
}
