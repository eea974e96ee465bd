// diagnostics: the condition of update is a scalar
// rules: A9 seed
struct s {
    int x;
} s;
int a[4], *p;
double d;

void f(void)
{
    #pragma acc update self(a) if(s)
//                                ^ error[A9]
    #pragma acc update self(a) if(p)
    #pragma acc update self(a) if(d)
}
