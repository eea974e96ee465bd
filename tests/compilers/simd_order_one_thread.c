// As simd_order.c, where one thread executes the loop.
static long a[3][5];
int main(void)
{
    long expected[3][5];
    for (int k = 0; k < 15; ++k) ((long *)a)[k] = ((long *)expected)[k] = k;
#pragma omp parallel for simd num_threads(1)
    for (int i = 0; i < 3; ++i) {
        a[i][0] = a[i][i] - 8;
        a[i][1] = a[i][i] - 8;
        a[i][2] = a[i][i] - 8;
        a[i][3] = a[i][i] - 8;
    }
    int wrong = 0;
    for (volatile int i = 0; i < 3; ++i) {
        for (volatile int k = 0; k < 4; ++k) expected[i][k] = expected[i][i] - 8;
        for (volatile int k = 0; k < 5; ++k) wrong += expected[i][k] != a[i][k];
    }
    return wrong;
}
