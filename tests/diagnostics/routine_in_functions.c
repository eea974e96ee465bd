// diagnostics: routine directives that stand in functions, directives for the host in routines, calls in functions without directives
// rules: F3 F4 F6 F7 F8 F9 F10 F11 newer
void outer(int n, int *a)
{
    #pragma acc routine worker
//              ^^^^^^^ note[F9]
//              ^^^^^^^ note[F10]
    void workers(int n, int *a);
    #pragma acc routine gang
//              ^^^^^^^ note[F11]
    void gangs(int n, int *a);
    #pragma acc routine worker
    int varied(int x);
    #pragma acc parallel loop vector copy(a[0:n])
    for (int i = 0; i < n; ++i)
        workers(n, a);
//      ^^^^^^^ error[F9]
    #pragma acc parallel loop gang copy(a[0:n])
    for (int i = 0; i < n; ++i)
        workers(n, a);
}

void workers(int n, int *a), gangs(int n, int *a);

void behind(int n, int *a)
{
    gangs(n, a);
//  ^^^^^ warning[F11]
    workers(n, a);
}

#pragma acc routine vector
//          ^^^^^^^ note[F10]
void lanes(int n, int *a)
{
    workers(n, a);
//  ^^^^^^^ error[F10]
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
//              ^^^^^^^ warning[F3]
    int varied(int x);
    #pragma acc routine gang
    void gangs(int n, int *a);
}

int called(int x);
int before(int x) { return called(x); }
//                         ^^^^^^ note[F4]
int again(int x) { return called(x) + 1; }
//                        ^^^^^^ note[F4]
int defined(int x)
{
    #pragma acc routine seq
//              ^^^^^^^ warning[F6]
    int defined(int x);
    return x;
}
void late(int x)
{
    if (x) {
        #pragma acc routine(called) seq
//                  ^^^^^^^ warning[F4]
    }
}

void named_inside(void)
{
    #pragma acc routine seq
//              ^^^^^^^ note[F8]
    int counted(int n, int *a);
}
int counted(int n, int *a)
{
    static int calls;
//             ^^^^^ warning[F8]
    #pragma acc loop seq
    for (int i = 0; i < n; ++i)
        a[i] = calls++;
    return calls;
}

#pragma acc routine seq
void moves(int n, int *a)
{
    #pragma acc enter data copyin(a[0:n])
//              ^^^^^^^^^^ warning[F7]
    #pragma acc parallel copy(a[0:n])
//              ^^^^^^^^ warning[F7]
    a[0] = 1;
    #pragma acc loop seq
    for (int i = 0; i < n; ++i) {
        #pragma acc atomic
        a[0] += 1;
    }
    #pragma acc routine seq
    int local(int x);
    #pragma acc wait
//              ^^^^ warning[F7]
}

void instead(int n, int *a);
void on_host(int n, int *a);
#pragma acc routine(on_host) bind(instead) seq
void on_host(int n, int *a)
{
    #pragma acc update self(a[0:n])
}
