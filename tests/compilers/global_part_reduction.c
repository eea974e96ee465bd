// A reduction of a part of a global array.
int sums[20];

int main(void) {
#pragma omp target teams distribute parallel for map(tofrom : sums) reduction(+ : sums[17:1])
    for (int i = 0; i < 10; ++i) sums[17] += i;
    return sums[17] != 45;
}
