// diagnostics: the levels of routines at their calls, and what routine directives are about
#pragma acc routine seq
//          ^^^^^^^ error[ACC0130]
int length, twice(int x);
#pragma acc routine(twice, length) seq
//                         ^^^^^^ error[ACC0130]
#pragma acc routine(missing) seq
//                  ^^^^^^^ error[ACC0065]
typedef int function(int);
#pragma acc routine seq
function by_typedef;
#pragma acc routine seq
int *pointer(void);
#pragma acc routine seq
//          ^^^^^^^ error[ACC0130]
int (*only_pointer)(void);
#pragma acc routine vector
#pragma acc routine vector
int (*returns_pointer(int n))(void);
#pragma acc routine gang
void gangs(int n, int *a);
#pragma acc routine worker
void workers(int n, int *a);
#pragma acc routine vector
void lanes(int n, int *a);
#pragma acc routine seq
int one(int x);

void f(int n, int *a)
{
    gangs(n, a);
//  ^^^^^ warning[ACC0133]
    workers(n, a);
    a[0] = one(1);
    #pragma acc parallel copy(a[0:n])
    {
        gangs(n, a);
        workers(n, a);
        #pragma acc loop
        for (int i = 0; i < 4; ++i)
            gangs(n, a);
        #pragma acc loop gang
        for (int i = 0; i < 4; ++i)
            gangs(n, a);
//          ^^^^^ error[ACC0131]
        #pragma acc loop seq
        for (int i = 0; i < 4; ++i)
            gangs(n, a);
        #pragma acc loop gang
        for (int i = 0; i < 4; ++i) {
            workers(n, a);
            #pragma acc loop worker
            for (int j = 0; j < 4; ++j) {
                workers(n, a);
//              ^^^^^^^ error[ACC0131]
                lanes(n, a);
                #pragma acc loop vector
                for (int k = 0; k < 4; ++k) {
                    lanes(n, a);
//                  ^^^^^ error[ACC0131]
                    a[k] = one(k);
                }
            }
        }
    }
}

#pragma acc routine vector
void g(int n, int *a)
{
    workers(n, a);
//  ^^^^^^^ error[ACC0131]
    lanes(n, a);
    #pragma acc loop vector
    for (int i = 0; i < n; ++i)
        a[i] = one(i);
}

#pragma acc routine gang
int h(int n, int *a)
{
    int s = 0, t = 0;
    gangs(n, a);
    #pragma acc loop gang reduction(+:s)
//                        ^^^^^^^^^^^^^^ error[ACC0132]
    for (int i = 0; i < n; ++i)
        s += a[i];
    #pragma acc loop reduction(+:t)
    for (int i = 0; i < n; ++i)
        t += a[i];
    #pragma acc loop gang
    for (int i = 0; i < n; ++i) {
        int u = 0;
        #pragma acc loop worker reduction(+:u)
        for (int j = 0; j < n; ++j)
            u += j;
        a[i] = u;
    }
    return s + t;
}

int shared_by_gangs;
#pragma acc declare create(shared_by_gangs)
int bound(int n);
#pragma acc routine(bound) vector bind(instead)

int instead(int n)
{
    static int kept;
//             ^^^^ warning[ACC0158]
    int own = 0;
    #pragma acc loop vector reduction(+:shared_by_gangs, kept, own)
//                                      ^^^^^^^^^^^^^^^ error[ACC0135]
//                                                       ^^^^ error[ACC0135]
    for (int i = 0; i < n; ++i) {
        shared_by_gangs += i;
        kept += i;
        own += i;
    }
    return own + kept;
}

#pragma acc routine worker
int by_workers(int n);

void levels_that_auto_may_remove(int n, int *a)
{
    #pragma acc parallel loop auto gang worker copy(a[0:n])
    for (int i = 0; i < n; ++i)
        a[i] = by_workers(i);
//             ^^^^^^^^^^ error[ACC0131]
    #pragma acc parallel loop auto gang copy(a[0:n])
    for (int i = 0; i < n; ++i)
        a[i] = by_workers(i);
    #pragma acc parallel loop auto copy(a[0:n])
    for (int i = 0; i < n; ++i)
        a[i] = by_workers(i);
}
