// A member that is only allocated beside another member of its struct, on a deferred construct.
struct t { int v[7]; int w[4]; };
int main(void)
{
    struct t s = {{0}, {0}};
#pragma omp target teams map(tofrom: s.v) map(alloc: s.w) nowait
    s.v[0] = 1;
#pragma omp taskwait
    return s.v[0] != 1;
}
