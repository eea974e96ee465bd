// diagnostics: partitioned loops whose trip count cannot be known
int a[4];

void f(int n)
{
    #pragma acc parallel
    {
        #pragma acc loop gang
        for (int i = 1; i < 100; i *= 2)
//                               ^^^^^^ error[ACC0103]
            ;
        #pragma acc loop gang
        for (int i = 0; n < 4; ++i)
//                      ^^^^^ error[ACC0103]
            ;
        #pragma acc loop gang
        for (; n < 4; ++n)
//           ^ error[ACC0103]
            ;
        #pragma acc loop gang
        for (float x = 0; x < 4; ++x)
//           ^^^^^^^^^^^ error[ACC0103]
            ;
        #pragma acc loop seq
        for (int i = 1; i < 100; i *= 2)
            ;
    }
}
