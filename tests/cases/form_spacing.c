// case: white space in odd places: before and after the hash, tabs, commas between clauses
// expect-omp: #pragma omp target teams num_teams(2) map(hold,from: a) shared(a)
// expect-omp: #pragma omp distribute
// expect-omp: #pragma omp target teams num_teams(1) map(hold,tofrom: a) shared(a)
#include <stdio.h>

int a[4];

int main(void)
{
    int sum = 0;
  #  pragma	acc	parallel	loop num_gangs( 2 ),copyout( a )
    for (int i = 0; i < 4; ++i) {
        a[i] = i;
    }
	#pragma acc parallel num_gangs (1) copy (a)
	{
		a[0] = 5;
	}

    for (int i = 0; i < 4; ++i)
        sum += a[i];
    printf("%d\n", sum);
    return sum != 11;
}
