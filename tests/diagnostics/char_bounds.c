// diagnostics: bounds of subarrays that are characters, for those who ask for it
int a[8];

void f(char c, signed char s, int n)
{
    #pragma acc data copy(a[c:2])
//                          ^ warning[ACC0156]
    {
    }
    #pragma acc update self(a[0:c])
//                              ^ warning[ACC0156]
    #pragma acc update self(a[s:2]) device(a[n:'\2'])
    #pragma acc data copy(a[c + 0:2]) private(n)
//                                    ^^^^^^^^^^ error[ACC0054]
    {
    }
}
