// case: arrays, structures and unions become copy; in the order they are met
// expect-omp: #pragma omp target teams num_teams(1) map(hold,tofrom: b,s,a,u) shared(b,s,a,u)
#include <stdio.h>

struct point {
    int x, y;
};

union word {
    unsigned whole;
    unsigned short half[2];
};

int main(void)
{
    int a[3] = {1, 2, 3}, b[3] = {0};
    struct point s = {10, 20};
    union word u = {0};
    #pragma acc parallel num_gangs(1)
    {
        b[0] = s.x + a[2];
        s.y = b[0];
        u.whole = (unsigned)a[1];
    }
    printf("%d %d %u\n", b[0], s.y, u.whole);
    return b[0] != 13 || s.y != 13 || u.whole != 2;
}
