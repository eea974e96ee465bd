// case: whole structures in data clauses, and a structure that a kernel copies implicitly
// expect-omp: #pragma omp target data map(hold,tofrom: box)
// expect-omp: #pragma omp target teams num_teams(1) map(hold,tofrom: other) shared(box,other)
#include <stdio.h>

struct box {
    int width, height;
    int side[2];
};

int main(void)
{
    struct box box = {2, 3, {4, 5}}, other = {10, 20, {30, 40}};
    #pragma acc data copy(box)
    {
        #pragma acc parallel num_gangs(1)
        {
            box.width += other.height;
            box.side[1] += other.side[0];
            other.width = 1;
        }
    }
    printf("%d %d %d\n", box.width, box.side[1], other.width);
    return box.width != 22 || box.side[1] != 35 || other.width != 1;
}
