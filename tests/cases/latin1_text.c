// case: comments and strings in Latin-1: ÄÖÜ äöü ß § are bytes that nobody looks at
// expect-omp: #pragma omp target teams num_teams(1) map(hold,tofrom: a) shared(a)
#include <stdio.h>

static const char grad[] = "°"; /* ein Byte, nicht zwei */

int a[1];

int main(void)
{
    #pragma acc parallel num_gangs(1) copy(a) /* größer */
    {
        a[0] = (int)sizeof grad; /* für später */
    }
    printf("%d\n", a[0]);
    return a[0] != 2;
}
