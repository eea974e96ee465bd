// diagnostics: a loop directive needs for loops
int a[4];

void f(int n)
{
    #pragma acc parallel
    {
        #pragma acc loop gang
        while (n)
//      ^^^^^ error[ACC0100]
            --n;
        #pragma acc loop gang
        {
//      ^ error[ACC0100]
        }
        #pragma acc loop gang collapse(2)
//                            ^^^^^^^^^^^ note[ACC0100]
        for (int i = 0; i < 4; ++i)
            a[i] = i;
//          ^ error[ACC0100]
        #pragma acc loop gang collapse(2)
//                            ^^^^^^^^^^^ note[ACC0100]
        for (int i = 0; i < 4; ++i) {
            a[i] = 0;
//          ^ error[ACC0100]
            for (int j = 0; j < 4; ++j)
                a[i] += j;
        }
    }
}
