// case: reductions of structs that the operator `_Pragma` asks for, in the line of the loop
#include <stdio.h>

struct sums { int small; long large; };

int main(void) {
    int n = 4000;
    int a[4000];
    struct sums s = {1, 2}, t = {3, 1};
    for (int i = 0; i < n; ++i) a[i] = i % 7;
    _Pragma("acc parallel loop gang worker vector reduction(+:s) copyin(a[0:n])") for (int i = 0; i < n; ++i) {
        s.small += a[i];
        s.large += 1000000L * a[i];
    }
    _Pragma("acc parallel loop reduction(max:t) copyin(a[0:n])") for (int i = 0; i < n; ++i) {
        t.small = a[i] > t.small ? a[i] : t.small;
        t.large = a[i] * 5L > t.large ? a[i] * 5L : t.large;
    }
    printf("%d %ld %d %ld\n", s.small, s.large, t.small, t.large);
    return 0;
}
