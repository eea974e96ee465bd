// diagnostics: members where whole variables are taken, and subarrays with gaps
struct part { int n, w[4]; } s;
int m[4][6];

void f(struct part *p)
{
    #pragma acc parallel private(s.n) firstprivate(p->n) reduction(+: s.n)
//                               ^^^ error[ACC0081]
//                                                 ^^^^ error[ACC0081]
//                                                                    ^^^ error[ACC0081]
    {
    }
    #pragma acc data copy(m[0:2][1:3])
//                        ^^^^^^^^^^^ error[ACC0080]
    {
    }
    #pragma acc data copy(m[1:2][0:6], s.w[1:2], p->w[0:4])
    {
    }
}
