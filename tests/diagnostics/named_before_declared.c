// diagnostics: a directive at file scope names what is declared above it
#pragma acc declare create(later)
//                         ^^^^^ error[ACC0065]
int later[10];
#pragma acc declare create(later)

#pragma acc routine(called) seq
//                  ^^^^^^ error[ACC0065]
int called(int x);
#pragma acc routine(called) seq

int use(int n)
{
#pragma acc parallel loop copy(n)
    for (int i = 0; i < 10; ++i)
        later[i] = called(i);
    return later[n];
}
