// diagnostics: columns in a file with CRLF line ends
int a[4];

void f(void)
{
    #pragma acc parallel num_gangs(1) num_gangs(2)
//              ^^^^^^^^ note[ACC0052]
//                                    ^^^^^^^^^^^^ error[ACC0055]
    {
        #pragma acc update self(a)
//                  ^^^^^^ error[ACC0052]
    }
}
