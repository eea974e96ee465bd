// diagnostics: clauses without a closing parenthesis, and modifiers that are not there or have no colon
void f(int n, float *a)
{
    #pragma acc parallel copy(a[0:n]
//                                 ^ error[ACC0005]
    ;
    #pragma acc parallel num_gangs(4
//                                 ^ error[ACC0005]
    ;
    #pragma acc parallel loop gang(static:1) copy(a[0:n])
    for (int i = 0; i < n; ++i) a[i] = 0;
    #pragma acc parallel loop gang(shape:1) copy(a[0:n])
//                                 ^^^^^ error[ACC0008]
    for (int i = 0; i < n; ++i) a[i] = 0;
    #pragma acc parallel loop gang(static 1) copy(a[0:n])
//                                        ^ error[ACC0009]
    for (int i = 0; i < n; ++i) a[i] = 0;
    #pragma acc parallel copy(a[0:n]) \
        num_gangs(n)
    ;
}
