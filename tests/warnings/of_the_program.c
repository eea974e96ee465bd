// What is wrong in the program itself is told as without the translation: each warning stands in a comment of its line,
// with the compilers that give it.
int clear(int n, int *a);

int clear(int n, int *a)
{
    int unused; // both: -Wunused-variable
    int j, end, start;
    #pragma acc parallel loop gang worker num_workers(4) copy(a[0:n])
    for (int i = 0; i < n; ++i) {
        int j = i; // both: -Wshadow
        int idle; // both: -Wunused-variable
        a[i] = j;
    }
    #pragma acc parallel loop gang worker num_workers(4) copy(a[0:n])
    for (int i = 0; i < n; ++i) {
        #pragma acc loop seq
        for (j = 0; j < 3; j++)
            a[i] += j;
    }
    if (n < sizeof(int)) // both: -Wsign-compare
        a[end] = 0; // gcc: -Wmaybe-uninitialized, clang: -Wuninitialized
    #pragma acc parallel loop gang vector copy(a[0:n])
    for (int i = 0; i < n; ++i) {
        #pragma acc atomic
        a[0] += i < sizeof(int); // both: -Wsign-compare
    }
    #pragma acc parallel copy(a[0:n])
    {
        a[0] += start; // both: -Wuninitialized
        a[0] == 3; // gcc: -Wunused-value, clang: -Wunused-comparison
    }
    return a[0];
}
