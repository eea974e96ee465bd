// case: every data clause on parallel itself
// expect-omp: #pragma omp target enter data map(to: e)
// expect-omp: #pragma omp target teams num_teams(1) map(hold,tofrom: a) map(hold,to: b) map(hold,from: c) map(hold,alloc: d) map(present,hold,alloc: e) shared(d,b,c,e,a)
// expect-omp: #pragma omp target exit data map(from: e)
#include <stdio.h>

int a[2] = {1, 2}, b[2] = {3, 4}, c[2], d[2], e[2] = {5, 6};

int main(void)
{
    #pragma acc enter data copyin(e)
    #pragma acc parallel num_gangs(1) copy(a) copyin(b) copyout(c) create(d) present(e)
    {
        d[0] = b[1];
        c[0] = d[0] * 2;
        c[1] = e[1];
        a[0] += c[0];
        e[0] = a[0];
    }
    #pragma acc exit data copyout(e)
    printf("%d %d %d %d\n", a[0], c[0], c[1], e[0]);
    return a[0] != 9 || c[0] != 8 || c[1] != 6 || e[0] != 9;
}
