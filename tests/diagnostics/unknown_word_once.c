// diagnostics: words that are not known are reported once, without what would follow from them
void clauses(int n, int *a, int s)
{
    #pragma acc parallel default(none) copyy(a[0:n], s)
//                                     ^^^^^ error[ACC0002]
    {
        a[0] = s + n;
    }
    #pragma acc data copyinn(a[0:n])
//                   ^^^^^^^ error[ACC0002]
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
//              ^^^^^^^^ error[ACC0001]
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
