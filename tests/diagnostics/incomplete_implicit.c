// diagnostics: a kernel that would have to copy a variable of incomplete type
extern int open[];

void f(void)
{
    #pragma acc parallel num_gangs(1)
//              ^^^^^^^^ note[ACC0082]
    {
        open[0] = 1;
//      ^^^^ error[ACC0082]
    }
    #pragma acc parallel num_gangs(1) copy(open[0:1])
    {
        open[0] = 1;
    }
}
