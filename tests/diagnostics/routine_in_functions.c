// diagnostics: routine directives that stand in functions, directives for the host in routines, calls in functions without directives
void outer(int n, int *a)
{
    #pragma acc routine worker
//              ^^^^^^^ note[ACC0131]
//              ^^^^^^^ note[ACC0131]
    void workers(int n, int *a);
    #pragma acc routine gang
//              ^^^^^^^ note[ACC0133]
    void gangs(int n, int *a);
    #pragma acc routine worker
    int varied(int x);
    #pragma acc parallel loop vector copy(a[0:n])
    for (int i = 0; i < n; ++i)
        workers(n, a);
//      ^^^^^^^ error[ACC0131]
    #pragma acc parallel loop gang copy(a[0:n])
    for (int i = 0; i < n; ++i)
        workers(n, a);
}

void workers(int n, int *a), gangs(int n, int *a);

void behind(int n, int *a)
{
    gangs(n, a);
//  ^^^^^ warning[ACC0133]
    workers(n, a);
}

#pragma acc routine vector
//          ^^^^^^^ note[ACC0131]
void lanes(int n, int *a)
{
    workers(n, a);
//  ^^^^^^^ error[ACC0131]
    lanes(n, a);
    void (*by_pointer)(int, int *) = gangs;
    by_pointer(n, a);
}

#pragma acc routine worker
void as_high(int n, int *a)
{
    workers(n, a);
    int gangs = n;
    a[gangs] = sizeof gangs;
}

void others(int n, int *a)
{
    #pragma acc routine seq
//              ^^^^^^^ warning[ACC0159]
    int varied(int x);
    #pragma acc routine gang
    void gangs(int n, int *a);
}

int called(int x);
int before(int x) { return called(x); }
//                         ^^^^^^ note[ACC0138]
int again(int x) { return called(x) + 1; }
//                        ^^^^^^ note[ACC0138]
int defined(int x)
{
    #pragma acc routine seq
//              ^^^^^^^ warning[ACC0138]
    int defined(int x);
    return x;
}
void late(int x)
{
    if (x) {
        #pragma acc routine(called) seq
//                  ^^^^^^^ warning[ACC0138]
    }
}

void named_inside(void)
{
    #pragma acc routine seq
//              ^^^^^^^ note[ACC0158]
    int counted(int n, int *a);
}
int counted(int n, int *a)
{
    static int calls;
//             ^^^^^ warning[ACC0158]
    #pragma acc loop seq
    for (int i = 0; i < n; ++i)
        a[i] = calls++;
    return calls;
}

#pragma acc routine seq
void moves(int n, int *a)
{
    #pragma acc enter data copyin(a[0:n])
//              ^^^^^^^^^^ warning[ACC0137]
    #pragma acc parallel copy(a[0:n])
//              ^^^^^^^^ warning[ACC0137]
    a[0] = 1;
    #pragma acc loop seq
    for (int i = 0; i < n; ++i) {
        #pragma acc atomic
        a[0] += 1;
    }
    #pragma acc routine seq
    int local(int x);
    #pragma acc wait
//              ^^^^ warning[ACC0137]
}

void instead(int n, int *a);
void on_host(int n, int *a);
#pragma acc routine(on_host) bind(instead) seq
void on_host(int n, int *a)
{
    #pragma acc update self(a[0:n])
}
