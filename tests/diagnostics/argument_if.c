// diagnostics: the condition of update is a scalar
struct s {
    int x;
} s;
int a[4], *p;
double d;

void f(void)
{
    #pragma acc update self(a) if(s)
//                                ^ error[ACC0064]
    #pragma acc update self(a) if(p)
    #pragma acc update self(a) if(d)
}
