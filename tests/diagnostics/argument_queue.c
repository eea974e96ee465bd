// diagnostics: numbers that are no queues, and sizes of tiles
enum { some = -1, noval = -2, none = -7 };

void f(int n, float *a)
{
    #pragma acc parallel async(-7) copy(a[0:n])
//                             ^^ error[ACC0066]
    ;
    #pragma acc parallel async(none) copy(a[0:n])
//                             ^^^^ error[ACC0066]
    ;
    #pragma acc wait(3 - 10)
//                   ^^^^^^ error[ACC0066]
    #pragma acc parallel async(0) copy(a[0:n])
    ;
    #pragma acc parallel async(n) wait(some, noval, n - 10) copy(a[0:n])
    ;
    #pragma acc wait(0, n) async
    #pragma acc parallel loop tile(0) copy(a[0:n])
//                                 ^ error[ACC0061]
    for (int i = 0; i < n; ++i) a[i] = 0;
    #pragma acc parallel loop tile(2 - 4, *) copy(a[0:n])
//                                 ^^^^^ error[ACC0061]
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) a[i] = 0;
    #pragma acc parallel loop tile(*, 4) copy(a[0:n * n])
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) a[i * n + j] = 0;
}
