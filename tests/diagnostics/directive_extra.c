// diagnostics: words after the end of a directive
int a[4];

void f(void)
{
    #pragma acc update self(a) nonsense
//                             ^^^^^^^^ error[ACC0002]
    #pragma acc parallel num_gangs(2) nonsense(1) copy(a)
//                                    ^^^^^^^^ error[ACC0002]
    {
        #pragma acc loop seq(1)
//                          ^^^ warning[ACC0003]
        for (int i = 0; i < 4; ++i)
            a[i] = i;
        #pragma acc loop gang independent()
//                                       ^^ warning[ACC0003]
        for (int i = 0; i < 4; ++i)
            a[i] = i;
    }
}
