// diagnostics: a break that leaves an independent loop
int a[4];

void f(void)
{
    #pragma acc parallel
    {
        #pragma acc loop gang
        for (int i = 0; i < 4; ++i)
            if (a[i])
                break;
//              ^^^^^ error[ACC0101]
        #pragma acc loop
        for (int i = 0; i < 4; ++i) {
            for (int j = 0; j < 4; ++j)
                if (a[j])
                    break;
            switch (a[i]) {
            case 1:
                break;
            }
            if (a[i])
                break;
//              ^^^^^ error[ACC0101]
        }
        #pragma acc loop seq
        for (int i = 0; i < 4; ++i)
            if (a[i])
                break;
        #pragma acc loop auto
        for (int i = 0; i < 4; ++i)
            if (a[i])
                break;
    }
}
