// diagnostics: the names of computed attributes are no clauses
// rules: C1 seed
int a[4];

void f(void)
{
    #pragma acc parallel nomap(a)
//                       ^^^^^^^^ error[C1]
    {
    }
    #pragma acc parallel shared(a)
//                       ^^^^^^^^^ error[C1]
    {
    }
}
