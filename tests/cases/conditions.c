// case: conditions choose the host, device pointers stay as they are, finalize deletes
// expect-omp: #pragma omp target enter data map(to: a) if(on)
// expect-omp: #pragma omp target enter data map(to: a)
// expect-omp: #pragma omp target teams num_teams(1) if(target: on) map(present,hold,alloc: a) shared(a)
// expect-omp: #pragma omp target update from(a)
// expect-omp: #pragma omp target exit data map(delete: a)
// expect-omp: #pragma omp target teams num_teams(1) if(target: !(on)) map(hold,tofrom: a) shared(a)
// expect-omp: #pragma omp target teams num_teams(1) if(target: 0) is_device_ptr(p) shared(p)
// expect-omp: #pragma omp target data map(hold,tofrom: a) if(!on)
// expect-omp: #pragma omp target teams num_teams(1) if(target: 0) is_device_ptr(p) shared(p)
#include <stdio.h>

int a[4];

int main(void)
{
    int on = 1;
    int *p = a;
    int sum = 0;
    #pragma acc enter data copyin(a) if(on)
    #pragma acc enter data copyin(a)
    #pragma acc parallel num_gangs(1) if(on) present(a)
    a[0] = 1;
    #pragma acc exit data copyout(a) finalize
    #pragma acc parallel num_gangs(1) self(on)
    a[1] = 20;
    #pragma acc parallel num_gangs(1) self deviceptr(p)
    p[2] = 300;
    #pragma acc data copy(a) deviceptr(p) if(!on)
    {
        #pragma acc parallel num_gangs(1) self
        p[3] = 4000;
    }
    for (int i = 0; i < 4; ++i)
        sum += a[i];
    printf("%d\n", sum);
    return sum != 4321;
}
