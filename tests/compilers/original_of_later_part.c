// The original's value in the initializer of a declared reduction of a part that begins later.
struct r {
    int most;
};

#pragma omp declare reduction(greater : struct r : omp_out.most = omp_in.most > omp_out.most ? omp_in.most : omp_out.most) initializer(omp_priv = omp_orig)

int main(void) {
    struct r x[4] = {{1000}, {1000}, {2}, {1000}};
#pragma omp target teams distribute parallel for map(tofrom : x) reduction(greater : x[2:1])
    for (int i = 0; i < 100; ++i)
        if (i > x[2].most) x[2].most = i;
    return x[2].most != 99;
}
