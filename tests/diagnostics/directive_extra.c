// diagnostics: words after the end of a directive
// rules: D5 C8 newer
int a[4];

void f(void)
{
    #pragma acc update self(a) nonsense
//                             ^^^^^^^^ warning[D5]
    #pragma acc parallel num_gangs(2) nonsense(1) copy(a)
//                                    ^^^^^^^^^^^^^^^^^^^ warning[D5]
    {
        #pragma acc loop seq(1)
//                          ^^^ warning[C8]
        for (int i = 0; i < 4; ++i)
            a[i] = i;
        #pragma acc loop gang independent()
//                                       ^^ warning[C8]
        for (int i = 0; i < 4; ++i)
            a[i] = i;
    }
}
