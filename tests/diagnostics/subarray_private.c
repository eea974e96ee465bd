// diagnostics: subarrays that are privatised or reduced lie in the array or behind the one pointer
int a[4], *p, **q;

void f(void)
{
    #pragma acc parallel private(a[0:2]) firstprivate(p[:4])
    {
    }
    #pragma acc parallel private(q[0:1][0:2])
//                               ^^^^^^^^^^^ error[ACC0073]
    {
    }
    #pragma acc parallel firstprivate(q[1:1][0:2])
//                                    ^^^^^^^^^^^ error[ACC0073]
    {
    }
    #pragma acc parallel reduction(+:p[0:4])
    {
    }
    #pragma acc parallel loop reduction(+:q[0][0:4])
//                                        ^^^^^^^^^ error[ACC0073]
    for (int i = 0; i < 4; ++i)
        ;
}
