// diagnostics: clauses of declare that need a region, at file scope
double a[4], b[4], c[4], d[4], e[4], *p;
#pragma acc declare create(a) copyin(b) device_resident(c) link(d) deviceptr(p)
#pragma acc declare copyout(e)
//                  ^^^^^^^^^^ error[ACC0134]

void f(double *x)
{
    #pragma acc declare copy(x[0:4])
    #pragma acc parallel loop
    for (int i = 0; i < 4; ++i)
        x[i] = a[i] + b[i] + c[i] + d[i] + e[i];
}
