// diagnostics: sizes that are not integers
struct s {
    int x;
} s;
float f1;
int *p, a[4];
enum e { E = 2 } e;

void f(void)
{
    #pragma acc parallel num_gangs(f1)
//                                 ^^ error[ACC0060]
    {
    }
    #pragma acc parallel num_workers(p)
//                                   ^ error[ACC0060]
    {
    }
    #pragma acc parallel num_gangs(s)
//                                 ^ error[ACC0060]
    {
    }
    #pragma acc parallel num_workers(a)
//                                   ^ error[ACC0060]
    {
    }
    #pragma acc parallel loop collapse(1.0)
//                                     ^^^ error[ACC0060]
    for (int i = 0; i < 4; ++i)
        ;
    #pragma acc parallel num_gangs(e) num_workers(E) vector_length(E)
    {
    }
    #pragma acc wait(f1, e)
//                   ^^ error[ACC0060]
    #pragma acc wait(devnum: f1 : 1)
//                           ^^ error[ACC0060]
    #pragma acc parallel wait(E, p)
//                               ^ error[ACC0060]
    {
    }
    #pragma acc update self(a) wait("")
//                                  ^^ error[ACC0060]
}
