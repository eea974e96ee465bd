// diagnostics: the names of computed attributes are no clauses
int a[4];

void f(void)
{
    #pragma acc parallel nomap(a)
//                       ^^^^^ error[ACC0002]
    {
    }
    #pragma acc parallel shared(a)
//                       ^^^^^^ error[ACC0002]
    {
    }
}
