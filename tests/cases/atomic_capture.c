// case: what iterations capture is each value once, in every form of the statement
// expect-omp: #pragma omp target teams map(hold,tofrom: next) map(hold,tofrom: seen) shared(next,seen)
// expect-omp: #pragma omp distribute simd
// expect-omp: #pragma omp atomic capture
// expect-omp: #pragma omp target teams map(hold,tofrom: next) map(hold,tofrom: seen) shared(next,seen)
// expect-omp: #pragma omp distribute parallel for simd shared(next,seen)
// expect-omp: #pragma omp atomic capture
// expect-omp: #pragma omp atomic capture
// expect-omp: #pragma omp atomic capture
// expect-omp: #pragma omp atomic capture
// expect-omp: #pragma omp atomic capture
// expect-omp: #pragma omp atomic capture
// expect-omp: #pragma omp target teams map(hold,tofrom: next) map(hold,tofrom: seen) shared(next,seen)
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp parallel for shared(next,seen)
// expect-omp: #pragma omp atomic capture
// expect-omp: #pragma omp target teams num_teams(2) map(hold,tofrom: last,kept) shared(last,kept)
// expect-omp: #pragma omp distribute parallel for shared(last,kept)
// expect-omp: #pragma omp atomic capture
#include <stdio.h>

int seen[4000];

int main(void)
{
    int next = 0, last = -1, wrong = 0;
    static int kept[101];
    #pragma acc parallel loop gang vector copy(next)
    for (int i = 0; i < 400; ++i) {
        int mine;
        #pragma acc atomic capture
        mine = next++;
        seen[mine] += 1;
    }
    #pragma acc parallel loop gang worker vector copy(next)
    for (int i = 0; i < 100; ++i) {
        int a, b, c, d, e, f;
        #pragma acc atomic capture
        a = next += 1;
        #pragma acc atomic capture
        b = next = next + 1;
        #pragma acc atomic capture
        { c = next; ++next; }
        #pragma acc atomic capture
        { next = 1 + next; d = next; }
        #pragma acc atomic capture
        { e = next; next += 1; }
        #pragma acc atomic capture
        { f = next; next = next - -1; }
        seen[a - 1] += 1;
        seen[b - 1] += 1;
        seen[c] += 1;
        seen[d - 1] += 1;
        seen[e] += 1;
        seen[f] += 1;
    }
    #pragma acc parallel copy(next)
    #pragma acc loop gang
    for (int i = 0; i < 10; ++i) {
        #pragma acc loop worker
        for (int j = 0; j < 100; ++j) {
            int mine;
            #pragma acc atomic capture
            { mine = next; next++; }
            seen[mine] += 1;
        }
    }
    // Each value is taken out again once, apart from the one that is left.
    #pragma acc parallel loop gang worker num_gangs(2) copy(last, kept)
    for (int i = 0; i < 100; ++i) {
        int old;
        #pragma acc atomic capture
        { old = last; last = i; }
        kept[old + 1] += 1;
    }
    kept[last + 1] += 1;
    for (int i = 0; i < 101; ++i)
        wrong += kept[i] != 1;
    for (int i = 0; i < 4000; ++i)
        wrong += seen[i] != (i < next);
    printf("%d %d\n", next, wrong);
    return wrong != 0;
}
