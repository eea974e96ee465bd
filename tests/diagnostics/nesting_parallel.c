// diagnostics: what may not stand inside a parallel construct
int a[4];

void f(void)
{
    #pragma acc parallel num_gangs(1)
//              ^^^^^^^^ note[ACC0052]
    {
        #pragma acc parallel copy(a)
//                  ^^^^^^^^ error[ACC0052]
        {
        }
    }
    #pragma acc parallel num_gangs(1)
//              ^^^^^^^^ note[ACC0052]
    {
        #pragma acc data copy(a)
//                  ^^^^ error[ACC0052]
        {
        }
    }
    #pragma acc parallel num_gangs(1)
//              ^^^^^^^^ note[ACC0052]
    {
        #pragma acc update self(a)
//                  ^^^^^^ error[ACC0052]
    }
    #pragma acc parallel num_gangs(1)
//              ^^^^^^^^ note[ACC0052]
    {
        #pragma acc enter data copyin(a)
//                  ^^^^^^^^^^ error[ACC0052]
    }
    #pragma acc parallel num_gangs(1)
//              ^^^^^^^^ note[ACC0052]
    {
        #pragma acc exit data delete(a)
//                  ^^^^^^^^^ error[ACC0052]
    }
}
