// diagnostics: statements that atomic does not take, its kinds, what stands in it and where it stands
#pragma acc atomic
//          ^^^^^^ error[ACC0050]

struct s {
    int x;
    #pragma acc atomic
//              ^^^^^^ error[ACC0050]
    int y;
};

void f(int x, int v, int *a)
{
    #pragma acc atomic read
    v = x;
    #pragma acc atomic read
    v = x + 1;
//      ^^^^^ error[ACC0111]
    #pragma acc atomic write
    x = v * v + a[v];
    #pragma acc atomic write
    x += v;
//  ^^^^^^ error[ACC0111]
    #pragma acc atomic
    x = v - x;
    #pragma acc atomic update
    x = v;
//      ^ error[ACC0111]
    #pragma acc atomic update
    { x++; }
//  ^ error[ACC0111]
    #pragma acc atomic capture
    { v = x; x = x + 1; }
    #pragma acc atomic capture
    { v = x; a[0] = a[0] + 1; }
//        ^ error[ACC0111]
    #pragma acc atomic read write
//                          ^^^^^ error[ACC0056]
    v = x;
    #pragma acc atomic read read
//                          ^^^^ error[ACC0055]
    v = x;
    #pragma acc atomic capture
    {
//  ^ error[ACC0111]
        #pragma acc wait
//                  ^^^^ error[ACC0052]
        v = x;
        x++;
    }
}
