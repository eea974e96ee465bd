// case: structs are reduced member by member, by reductions that the translation declares
// expect-portable: #pragma omp declare reduction(__clacc_add_sums__: struct sums: (omp_out.total += omp_in.total, omp_out.in.count += omp_in.in.count, omp_out.part[0] += omp_in.part[0], omp_out.part[1] += omp_in.part[1])) initializer(omp_priv = {0})
// expect-portable: #pragma omp target teams map(to: w) map(tofrom: sums) shared(w) reduction(__clacc_add_sums__: sums)
// expect-portable: #pragma omp declare reduction(__clacc_max_most__: limits: (omp_out.x = omp_in.x > omp_out.x ? omp_in.x : omp_out.x, omp_out.at = omp_in.at > omp_out.at ? omp_in.at : omp_out.at)) initializer(omp_priv = omp_orig)
// expect-portable: #pragma omp declare reduction(__clacc_mul_scale__: __typeof__(scale[0]): (omp_out.x *= omp_in.x, omp_out.at *= omp_in.at)) initializer(omp_priv = {.x = 1, .at = 1})
// expect-portable: #pragma omp parallel for reduction(__clacc_add_mine__: mine) shared(w,g)
#include <stdio.h>

struct sums {
    double total;
    struct {
        int count;
    } in;
    long part[2];
};

typedef struct {
    double x;
    unsigned at : 20;
} limits;

struct pair {
    long sum;
    short count;
};

#pragma acc routine worker
static void add(int n, struct pair *out)
{
    struct pair local = {1, 1};
    #pragma acc loop worker vector reduction(+:local)
    for (int i = 0; i < n; ++i) {
        local.sum += i;
        local.count++;
    }
    *out = local;
}

int main(void)
{
    int n = 20000, w[20000], bad = 0;
    struct sums sums = {1, {2}, {3, 4}};
    limits most = {-5, 0}, scale[2] = {{1, 1}, {2, 1}};
    struct pair pairs[3] = {{0, 0}}, *p = pairs, out[4];
    for (int i = 0; i < n; ++i)
        w[i] = i * 7919 % 1013;
    #pragma acc parallel loop gang reduction(+:sums) copyin(w)
    for (int j = 0; j < 20; ++j) {
        #pragma acc loop worker reduction(+:sums)
        for (int i = 0; i < 1000; ++i) {
            sums.total += w[1000 * j + i];
            sums.in.count++;
            sums.part[i % 2] += j;
        }
    }
    #pragma acc parallel loop gang worker vector reduction(max:most) copyin(w)
    for (int i = 0; i < n; ++i) {
        if (w[i] > most.x)
            most.x = w[i];
        if (w[i] == 1012 && (unsigned)i > most.at)
            most.at = (unsigned)i;
    }
    #pragma acc parallel loop gang worker reduction(*:scale)
    for (int i = 0; i < 20; ++i)
        scale[i % 2].x *= 2;
    #pragma acc data copy(pairs)
    {
        #pragma acc parallel loop gang worker reduction(+:p[0:3])
        for (int i = 0; i < n; ++i) {
            p[1].sum += i;
            p[1 + i % 2].count += i % 3 == 0;
        }
        #pragma acc parallel num_gangs(6) reduction(max:pairs[0:1])
        {
            pairs[0].sum = 42;
            pairs[0].count = 6;
        }
    }
    #pragma acc parallel loop gang copyin(w) copyout(out)
    for (int g = 0; g < 4; ++g) {
        struct pair mine = {g, 0};
        if (g == 3) {
            add(5000, &mine);
        } else {
            #pragma acc loop worker reduction(+:mine)
            for (int i = 0; i < 5000; ++i) {
                mine.sum += w[i + g];
                mine.count++;
            }
        }
        out[g] = mine;
    }
    printf("%.0f %d %ld %ld\n", sums.total, sums.in.count, sums.part[0], sums.part[1]);
    printf("%.0f %u %.0f %.0f\n", most.x, (unsigned)most.at, scale[0].x, scale[1].x);
    for (int i = 0; i < 3; ++i)
        printf("%ld %d\n", pairs[i].sum, pairs[i].count);
    for (int g = 0; g < 4; ++g)
        printf("%ld %d\n", out[g].sum, out[g].count);
    bad += sums.in.count != 20002 || sums.part[0] != 3 + 190 * 500 || sums.part[1] != 4 + 190 * 500;
    bad += scale[0].x != 1024 || scale[1].x != 2048 || scale[0].at != 1 || scale[1].at != 1;
    bad += pairs[0].sum != 42 || pairs[0].count != 6 || pairs[1].sum != 199990000;
    bad += out[3].sum != 12497501 || out[3].count != 5001 || out[0].count != 5000;
    return bad;
}
