// diagnostics: a loop variable that is a member
struct s {
    int i;
} s;

void f(void)
{
    #pragma acc parallel
    {
        #pragma acc loop gang
        for (s.i = 0; s.i < 4; ++s.i)
//           ^^^ error[ACC0102]
            ;
    }
}
