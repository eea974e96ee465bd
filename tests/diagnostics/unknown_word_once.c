// diagnostics: words that are not known are reported once, without what would follow from them
// rules: C1 seed, D1 seed
void clauses(int n, int *a, int s)
{
    #pragma acc parallel default(none) copyy(a[0:n], s)
//                                     ^^^^^ error[C1]
    {
        a[0] = s + n;
    }
    #pragma acc data copyinn(a[0:n])
//                   ^^^^^^^ error[C1]
    {
        #pragma acc parallel default(none) copyin(n)
        {
            a[0] = n;
        }
    }
}

void directives(int n, int *a)
{
    #pragma acc paralell
//              ^^^^^^^^ error[D1]
    {
        #pragma acc loop
        for (int i = 0; i < n; ++i)
        {
            #pragma acc loop
            for (int k = 0; k < n; ++k)
                a[i] = k;
        }
    }
}
