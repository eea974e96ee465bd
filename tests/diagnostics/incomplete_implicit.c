// diagnostics: a kernel that would have to copy a variable of incomplete type
// rules: V20 newer
extern int open[];

void f(void)
{
    #pragma acc parallel num_gangs(1)
//              ^^^^^^^^ note[V20]
    {
        open[0] = 1;
//      ^^^^ error[V20]
    }
    #pragma acc parallel num_gangs(1) copy(open[0:1])
    {
        open[0] = 1;
    }
}
