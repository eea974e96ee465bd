double table[16] = {1, 2, 3, 4};
#pragma omp declare target(table)

double entry(int i)
{
    return table[i];
}

int main(void)
{
    double seen = 0;
#pragma omp target map(tofrom: seen)
    seen = entry(2);
    return seen != 3;
}
