// diagnostics: loops of levels that their routine does not have, and levels of one routine directive
// rules: F2 L14 newer
#pragma acc routine gang seq
//                       ^^^ error[F2]
void two(void);
#pragma acc routine worker worker
//                         ^^^^^^ error[F2]
void twice(void);

#pragma acc routine worker
void workers(int n, int *a)
{
    #pragma acc loop gang worker
//                   ^^^^ error[L14]
    for (int i = 0; i < n; ++i) a[i] = 0;
    #pragma acc loop auto gang
//                        ^^^^ error[L14]
    for (int i = 0; i < n; ++i) a[i] = 0;
    #pragma acc loop worker vector
    for (int i = 0; i < n; ++i) a[i] = 0;
    #pragma acc loop
    for (int i = 0; i < n; ++i) a[i] = 0;
}

#pragma acc routine seq
void one(int n, int *a)
{
    #pragma acc loop vector
//                   ^^^^^^ error[L14]
    for (int i = 0; i < n; ++i) a[i] = 0;
    #pragma acc loop seq
    for (int i = 0; i < n; ++i) a[i] = 0;
}

#pragma acc routine gang
void gangs(int n, int *a)
{
    #pragma acc loop gang vector
    for (int i = 0; i < n; ++i) a[i] = 0;
}
