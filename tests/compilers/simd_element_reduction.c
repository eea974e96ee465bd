// `simd` with a reduction of an array whose elements the loop selects, inside another loop, at -O1.
int main(void)
{
    int out[6], wrong = 0;
    int mine[3];
    for (int g = 0; g < 6; ++g) {
        for (int k = 0; k < 3; ++k)
            mine[k] = g;
#pragma omp simd reduction(+ : mine)
        for (int i = 0; i < 300; ++i)
            mine[i % 3] += i;
        out[g] = mine[0] + mine[1] + mine[2];
    }
    for (int g = 0; g < 6; ++g)
        wrong += out[g] != 3 * g + 299 * 150;
    return wrong;
}
