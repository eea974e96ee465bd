// diagnostics: clauses that may appear once only
int a[4][4], c;

void f(void)
{
    #pragma acc update self(a) if(c) if(!c)
//                                   ^^^^^^ error[ACC0055]
    #pragma acc update self(a) if_present if_present
//                                        ^^^^^^^^^^ error[ACC0055]
    #pragma acc parallel num_gangs(1) num_gangs(2)
//                                    ^^^^^^^^^^^^ error[ACC0055]
    {
    }
    #pragma acc parallel num_workers(1) num_workers(1)
//                                      ^^^^^^^^^^^^^^ error[ACC0055]
    {
    }
    #pragma acc parallel vector_length(1) vector_length(1)
//                                        ^^^^^^^^^^^^^^^^ error[ACC0055]
    {
    }
    #pragma acc parallel
    {
        #pragma acc loop gang gang
//                            ^^^^ error[ACC0055]
        for (int i = 0; i < 4; ++i)
            ;
        #pragma acc loop worker vector worker vector
//                                     ^^^^^^ error[ACC0055]
//                                            ^^^^^^ error[ACC0055]
        for (int i = 0; i < 4; ++i)
            ;
        #pragma acc loop seq seq
//                           ^^^ error[ACC0055]
        for (int i = 0; i < 4; ++i)
            ;
        #pragma acc loop collapse(2) collapse(2)
//                                   ^^^^^^^^^^^ error[ACC0055]
        for (int i = 0; i < 4; ++i)
            for (int j = 0; j < 4; ++j)
                ;
        #pragma acc loop independent independent
//                                   ^^^^^^^^^^^ error[ACC0055]
        for (int i = 0; i < 4; ++i)
            ;
        #pragma acc loop auto auto
//                            ^^^^ error[ACC0055]
        for (int i = 0; i < 4; ++i)
            ;
    }
}
