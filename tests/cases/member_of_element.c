// case: members of elements, named where no region begins
// expect-omp: #pragma omp target enter data map(to: boxes[0:2])
// expect-omp: #pragma omp target enter data map(to: boxes[i].values[0:boxes[i].count])
// expect-omp: #pragma omp target teams num_teams(1) map(present,hold,alloc: boxes[0:2]) shared(boxes)
// expect-omp: #pragma omp target update from(present: boxes[i].values[0:boxes[i].count])
// expect-omp: #pragma omp target update from(present: boxes[i].tag)
// expect-omp: #pragma omp target exit data map(release: boxes[i].values[0:boxes[i].count])
// expect-omp: #pragma omp target exit data map(release: boxes[0:2])
#include <stdio.h>

struct box {
    int count, tag;
    int *values;
};

int main(void)
{
    int first[3] = {1, 2, 3}, second[2] = {10, 20};
    struct box boxes[2] = {{3, 0, first}, {2, 0, second}};
    #pragma acc enter data copyin(boxes[0:2])
    for (int i = 0; i < 2; ++i) {
        #pragma acc enter data copyin(boxes[i].values[0:boxes[i].count])
    }
    #pragma acc parallel num_gangs(1) present(boxes[0:2])
    {
        for (int i = 0; i < 2; ++i) {
            boxes[i].tag = 5;
            for (int k = 0; k < boxes[i].count; ++k)
                boxes[i].values[k] += 100;
        }
    }
    for (int i = 0; i < 2; ++i) {
        #pragma acc update self(boxes[i].values[0:boxes[i].count])
        #pragma acc update self(boxes[i].tag)
        #pragma acc exit data delete(boxes[i].values[0:boxes[i].count])
    }
    #pragma acc exit data delete(boxes[0:2])
    printf("%d %d %d\n", first[2], second[1], boxes[1].tag);
    return first[2] != 103 || second[1] != 120 || boxes[1].tag != 5;
}
