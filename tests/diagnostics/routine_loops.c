// diagnostics: loops of levels that their routine does not have, and levels of one routine directive
#pragma acc routine gang seq
//                       ^^^ error[ACC0056]
void two(void);
#pragma acc routine worker worker
//                         ^^^^^^ error[ACC0055]
void twice(void);

#pragma acc routine worker
void workers(int n, int *a)
{
    #pragma acc loop gang worker
//                   ^^^^ error[ACC0105]
    for (int i = 0; i < n; ++i) a[i] = 0;
    #pragma acc loop auto gang
//                        ^^^^ error[ACC0105]
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
//                   ^^^^^^ error[ACC0105]
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
