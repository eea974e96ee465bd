// diagnostics: calls on the device of functions that another file defines
double sqrt(double x);
int acc_on_device(int kind);
int elsewhere(int x);
int here(int x);
static int before(int x)
{
    return x;
}

void f(int *a, int (*chosen)(int))
{
    a[0] = elsewhere(0);
    #pragma acc data copy(a[0:1])
    {
        a[0] = elsewhere(1);
        #pragma acc parallel
        {
            a[0] = elsewhere(2);
//                 ^^^^^^^^^ warning[ACC0124]
            a[0] = before(1) + here(2) + chosen(3) + (int)sqrt(4) + elsewhere(5);
//                                       ^^^^^^ warning[ACC0170]
            a[0] += __builtin_abs(a[0]) + acc_on_device(1);
        }
    }
    int local(int x);
    #pragma acc parallel loop copy(a[0:9])
    for (int i = 0; i < 9; ++i)
        a[i] = local(i);
//             ^^^^^ warning[ACC0124]
}

int here(int x)
{
    return x;
}
