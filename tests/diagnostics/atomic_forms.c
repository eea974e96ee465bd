// diagnostics: statements that atomic does not take, its kinds, what stands in it and where it stands
// rules: T1 T2 T3 T4 newer
#pragma acc atomic
//          ^^^^^^ error[T4]

struct s {
    int x;
    #pragma acc atomic
//              ^^^^^^ error[T4]
    int y;
};

void f(int x, int v, int *a)
{
    #pragma acc atomic read
    v = x;
    #pragma acc atomic read
    v = x + 1;
//      ^^^^^ error[T1]
    #pragma acc atomic write
    x = v * v + a[v];
    #pragma acc atomic write
    x += v;
//  ^^^^^^ error[T1]
    #pragma acc atomic
    x = v - x;
    #pragma acc atomic update
    x = v;
//      ^ error[T1]
    #pragma acc atomic update
    { x++; }
//  ^ error[T1]
    #pragma acc atomic capture
    { v = x; x = x + 1; }
    #pragma acc atomic capture
    { v = x; a[0] = a[0] + 1; }
//        ^ error[T1]
    #pragma acc atomic read write
//                          ^^^^^ error[T3]
    v = x;
    #pragma acc atomic read read
//                          ^^^^ error[T3]
    v = x;
    #pragma acc atomic capture
    {
//  ^ error[T1]
        #pragma acc wait
//                  ^^^^ error[T2]
        v = x;
        x++;
    }
}
