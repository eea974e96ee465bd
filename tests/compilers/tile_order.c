// The iterations of a tile come one after the other.
int main(void) {
    int order[4][4], next = 0;
#pragma omp tile sizes(2, 2)
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j) order[i][j] = next++;
    return order[1][0] != 2;
}
