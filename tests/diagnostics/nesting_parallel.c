// diagnostics: what may not stand inside a parallel construct
// rules: D6 seed
int a[4];

void f(void)
{
    #pragma acc parallel num_gangs(1)
//              ^^^^^^^^ note[D6]
    {
        #pragma acc parallel copy(a)
//                  ^^^^^^^^ error[D6]
        {
        }
    }
    #pragma acc parallel num_gangs(1)
//              ^^^^^^^^ note[D6]
    {
        #pragma acc data copy(a)
//                  ^^^^ error[D6]
        {
        }
    }
    #pragma acc parallel num_gangs(1)
//              ^^^^^^^^ note[D6]
    {
        #pragma acc update self(a)
//                  ^^^^^^ error[D6]
    }
    #pragma acc parallel num_gangs(1)
//              ^^^^^^^^ note[D6]
    {
        #pragma acc enter data copyin(a)
//                  ^^^^^^^^^^ error[D6]
    }
    #pragma acc parallel num_gangs(1)
//              ^^^^^^^^ note[D6]
    {
        #pragma acc exit data delete(a)
//                  ^^^^^^^^^ error[D6]
    }
}
