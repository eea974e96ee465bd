// `firstprivate` of a number that does not fit into a pointer, on a region that is deferred. It changes before the region begins.
int main(void) {
    __int128 wide = 3;
    int result = 0;
#pragma omp target firstprivate(wide) map(tofrom : result) nowait
    result = (int)wide;
    wide = 7;
#pragma omp taskwait
    return result != 3;
}
