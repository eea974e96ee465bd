static int x = 1;
#pragma omp declare target(x)

int main(void)
{
    int seen = 0;
    x = 2;
#pragma omp target update to(x)
#pragma omp target map(from: seen)
    seen = x;
    return seen != 2;
}
