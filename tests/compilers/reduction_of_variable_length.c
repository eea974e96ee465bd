// A reduction of an array whose length is known when the program runs.
int test(int n) {
    int v[n];
    for (int i = 0; i < n; ++i) v[i] = 1;
#pragma omp target teams distribute parallel for reduction(+ : v) map(tofrom : v)
    for (int i = 0; i < 100; ++i) v[i % n] += i;
    return v[0] != 1201 || v[3] != 1276;
}

int main(void) { return test(4); }
