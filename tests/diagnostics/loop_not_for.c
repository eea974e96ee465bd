// diagnostics: a loop directive needs for loops
// rules: L1 newer
int a[4];

void f(int n)
{
    #pragma acc parallel
    {
        #pragma acc loop gang
        while (n)
//      ^^^^^ error[L1]
            --n;
        #pragma acc loop gang
        {
//      ^ error[L1]
        }
        #pragma acc loop gang collapse(2)
//                            ^^^^^^^^^^^ note[L1]
        for (int i = 0; i < 4; ++i)
            a[i] = i;
//          ^ error[L1]
        #pragma acc loop gang collapse(2)
//                            ^^^^^^^^^^^ note[L1]
        for (int i = 0; i < 4; ++i) {
            a[i] = 0;
//          ^ error[L1]
            for (int j = 0; j < 4; ++j)
                a[i] += j;
        }
    }
}
