// case: where gangs would repeat a loop with auto, one gang executes the construct
// expect-portable: #pragma omp target teams num_teams(1) map(tofrom: a) shared(a)
// expect-portable: #pragma omp target teams num_teams(1) map(tofrom: s) reduction(+: s)
// expect-portable: #pragma omp target teams num_teams(1) map(tofrom: a,b) shared(b,a)
// expect-portable: #pragma omp target teams num_teams(4) map(tofrom: b) shared(b)
// expect-portable: #pragma omp target teams num_teams(3) map(tofrom: a) shared(a)
#include <stdio.h>

int a[64], b[64];

int main(void)
{
    int s = 0, gangs = 4, wrong = 0;
    #pragma acc parallel loop auto num_gangs(4) copy(a)
    for (int i = 0; i < 64; ++i)
        a[i] += i;
    #pragma acc parallel loop auto gang num_gangs(4) reduction(+:s)
    for (int i = 0; i < 64; ++i)
        s += i;
    // The gangs would not wait for each other between the inner loops.
    #pragma acc parallel num_gangs(gangs) copy(a, b)
    {
        #pragma acc loop auto worker
        for (int k = 0; k < 8; ++k) {
            #pragma acc loop
            for (int i = 0; i < 64; ++i)
                b[i] = a[(i + 1) % 64];
            #pragma acc loop
            for (int i = 0; i < 64; ++i)
                a[i] = b[i];
        }
    }
    #pragma acc parallel num_gangs(4) copy(b)
    {
        #pragma acc loop gang
        for (int i = 0; i < 8; ++i) {
            #pragma acc loop auto
            for (int k = 0; k < 8; ++k)
                b[i * 8 + k] += 1;
        }
    }
    #pragma acc parallel num_gangs(3) copy(a)
    {
        int own[4] = {0}, sum = 0;
        #pragma acc loop auto
        for (int i = 0; i < 4; ++i) {
            own[i] = i;
            sum += own[i];
        }
        #pragma acc loop gang
        for (int i = 0; i < 64; ++i)
            a[i] += sum;
    }
    for (int i = 0; i < 64; ++i)
        wrong += a[i] != (i + 8) % 64 + 6 || b[i] != (i + 8) % 64 + 1;
    printf("%d %d %d\n", wrong, s, gangs);
    return wrong || s != 2016 || gangs != 4;
}
