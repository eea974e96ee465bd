// case: structs and their members: each part of their mapping shows where the device has memory of its own
#include <stdio.h>
#include <stdlib.h>

enum { N = 12 };

struct part {
    int scale, *values, *others;
    int inside[4];
};

static int is_shared(void)
{
    int probe = 0;
    #pragma acc parallel copyin(probe)
    probe = 1;
    return probe;
}

static int sum_of(const int *a)
{
    int sum = 0;
    for (int i = 0; i < N; i++)
        sum += a[i] * (i + 1);
    return sum;
}

static void fill(struct part *part)
{
    part->scale = 3;
    for (int i = 0; i < N; i++) {
        part->values[i] = i;
        part->others[i] = -1;
    }
    for (int i = 0; i < 4; i++)
        part->inside[i] = 10 * i;
}

static void disturb(struct part *part, int by)
{
    if (!is_shared()) {
        part->scale += by;
        for (int i = 0; i < N; i++) {
            part->values[i] += by;
            part->others[i] += by;
        }
        for (int i = 0; i < 4; i++)
            part->inside[i] += by;
    }
}

static void behind_a_pointer(struct part *part)
{
    fill(part);
    #pragma acc parallel loop copyin(part[0:1], part->values[0:N]) copyout(part->others[0:N])
    for (int i = 0; i < N; i++)
        part->others[i] = part->values[i] * part->scale + part->inside[i % 4];
    printf("%d\n", sum_of(part->others));
    #pragma acc parallel loop copy(part->inside) copyin(part->scale)
    for (int i = 0; i < 4; i++)
        part->inside[i] += part->scale;
    printf("%d %d\n", part->inside[0], part->inside[3]);
}

static void regions(struct part *part)
{
    fill(part);
    #pragma acc data copyin(part[0:1]) copy(part->values[0:N]) create(part->others[0:N])
    {
        disturb(part, 1000);
        #pragma acc parallel loop
        for (int i = 0; i < N; i++)
            part->others[i] = part->values[i] * part->scale;
        disturb(part, 1000);
        #pragma acc parallel loop
        for (int i = 0; i < N; i++)
            part->values[i] = part->others[i] + part->inside[i % 4];
    }
    printf("%d\n", sum_of(part->values));
    printf("%s", is_shared() || part->others[0] == 1999 ? "" : "copied out\n");
}

/* Memory behind members, without the struct. */
static void members_alone(struct part *part)
{
    fill(part);
    #pragma acc data copyin(part->values[2:N-2]) create(part->others[2:N-2])
    {
        disturb(part, 1000);
        #pragma acc parallel loop
        for (int i = 2; i < N; i++)
            part->others[i] = part->values[i];
        printf("%s", is_shared() || part->others[5] == 999 ? "" : "written on the host\n");
    }
    fill(part);
    #pragma acc data copy(part->values[2:N-2])
    {
        disturb(part, 1000);
        #pragma acc parallel loop
        for (int i = 2; i < N; i++)
            part->values[i] += 1;
    }
    printf("%d\n", part->values[2]);
    int seen = 0;
    #pragma acc data create(part->others[2:N-2])
    {
        #pragma acc parallel loop
        for (int i = 2; i < N; i++)
            part->others[i] = i;
        disturb(part, 1000);
        #pragma acc parallel num_gangs(1) copyout(seen)
        seen = part->others[5];
    }
    printf("%d\n", seen);
}

static void directives(struct part *part)
{
    fill(part);
    #pragma acc enter data copyin(part[0:1])
    #pragma acc enter data copyin(part->values[0:N]) create(part->others[0:N])
    disturb(part, 1000);
    #pragma acc parallel loop present(part)
    for (int i = 0; i < N; i++)
        part->others[i] = part->values[i] * part->scale;
    part->scale = 4;
    for (int i = 0; i < 4; i++)
        part->inside[i] = 5 * i;
    #pragma acc update device(part->scale, part->inside)
    disturb(part, 1000);
    #pragma acc parallel loop present(part)
    for (int i = 0; i < N; i++)
        part->values[i] = part->others[i] + part->inside[i % 4] + part->scale;
    #pragma acc update self(part->values[0:N], part->scale)
    printf("%d %d\n", sum_of(part->values), part->scale);
    #pragma acc exit data copyout(part->others[0:N]) delete(part->values[0:N])
    #pragma acc exit data copyout(part[0:1])
    printf("%d %d %d\n", sum_of(part->others), part->scale, part->inside[3]);
}

static void whole(int *values, int *others)
{
    struct part part;
    part.values = values;
    part.others = others;
    fill(&part);
    #pragma acc data copy(part) copyin(part.values[0:N]) copyout(part.others[0:N])
    {
        disturb(&part, 1000);
        #pragma acc parallel loop
        for (int i = 0; i < N; i++)
            part.others[i] = part.values[i] * part.scale;
        #pragma acc parallel num_gangs(1)
        part.inside[0] = part.scale + part.inside[3];
    }
    printf("%d %d %d\n", sum_of(others), part.inside[0], part.scale);
    fill(&part);
    #pragma acc parallel loop copyin(part.values[0:N]) copyout(part.others[0:N])
    for (int i = 0; i < N; i++)
        part.others[i] = part.values[i] + part.scale;
    printf("%d\n", sum_of(others));
}

int main(void)
{
    struct part *part = malloc(sizeof *part);
    part->values = malloc(N * sizeof(int));
    part->others = malloc(N * sizeof(int));
    behind_a_pointer(part);
    regions(part);
    members_alone(part);
    directives(part);
    whole(part->values, part->others);
    return 0;
}
