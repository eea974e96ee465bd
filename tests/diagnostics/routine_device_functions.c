// diagnostics: what routine directives and calls on the device demand of functions before and behind them
int defined(int x) { return x; }
#pragma acc routine(defined) seq
//          ^^^^^^^ warning[ACC0138]

int called(int x);
int on_host(int x);

void refresh(int n, float *a)
{
    #pragma acc update device(a[0:n])
//              ^^^^^^ warning[ACC0137]
}

void counts(void)
{
    static int calls;
//             ^^^^^ warning[ACC0158]
    ++calls;
}

static int plain(int x) { return x; }

void through(int n, float *a)
{
    counts();
    a[0] = plain(1);
    refresh(n, a);
//  ^^^^^^^ note[ACC0137]
    #pragma acc loop seq
//              ^^^^ error[ACC0053]
    for (int i = 0; i < n; ++i)
        a[i] = 0;
}

void host_only(int n, float *a)
{
    #pragma acc wait
    #pragma acc update self(a[0:n])
}

void f(int n, float *a)
{
    #pragma acc parallel num_gangs(1) present(a[0:n])
    {
        a[0] = called(1);
        through(n, a);
//      ^^^^^^^ note[ACC0137]
//      ^^^^^^^ note[ACC0158]
    }
    a[0] = on_host(1);
    host_only(n, a);
}

#pragma acc routine gang
//          ^^^^^^^ warning[ACC0138]
int called(int x);
#pragma acc routine seq
//          ^^^^^^^ warning[ACC0138]
int on_host(int x);

int by_address(int x);
int (*pointer(void))(int)
{
    int (*first)(int) = by_address, by_address;
//                      ^^^^^^^^^^ note[ACC0138]
    by_address = sizeof by_address;
    return first;
}
#pragma acc routine seq
//          ^^^^^^^ warning[ACC0138]
int by_address(int x);

int in_size(int x);
int prototype(int x)
{
    int in_block(int x);
    return sizeof in_size(x);
}
#pragma acc routine seq
int in_size(int x);
#pragma acc routine seq
int in_block(int x);

#pragma acc routine seq
int early(int x);
int early(int x) { return x; }
#pragma acc routine(early) seq

void in_blocks(int n)
{
    #pragma acc routine seq
    int local(int x);
    #pragma acc routine seq
//              ^^^^^^^ error[ACC0130]
    n = 1;
    if (n) {
        #pragma acc routine seq
//                  ^^^^^^^ error[ACC0130]
        ;
        #pragma acc routine seq
//                  ^^^^^^^ error[ACC0130]
        int one(int x), two(int x);
        #pragma acc routine(local) seq
    }
    #pragma acc routine seq
//              ^^^^^^^ error[ACC0130]
}
