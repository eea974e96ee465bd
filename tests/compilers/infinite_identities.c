// The minimum of infinities.
int main(void) {
    double least = __builtin_inf(), numbers[4];
    for (int i = 0; i < 4; ++i) numbers[i] = __builtin_inf();
#pragma omp parallel for reduction(min : least)
    for (int i = 0; i < 4; ++i)
        if (numbers[i] < least) least = numbers[i];
    return least != __builtin_inf();
}
