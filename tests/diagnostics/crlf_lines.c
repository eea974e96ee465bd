// diagnostics: columns in a file with CRLF line ends
// rules: C2 seed, D6 seed
int a[4];

void f(void)
{
    #pragma acc parallel num_gangs(1) num_gangs(2)
//              ^^^^^^^^ note[D6]
//                                    ^^^^^^^^^^^^ error[C2]
    {
        #pragma acc update self(a)
//                  ^^^^^^ error[D6]
    }
}
