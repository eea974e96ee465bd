// Compiled for no device, the conditions of `target update` and `target teams` are not evaluated.
static int calls;

static int counted(void)
{
    return ++calls > 0;
}

int main(void)
{
    int x = 0;
#pragma omp target update to(x) if (counted())
#pragma omp target teams map(tofrom : x) if (target : counted())
    x = 1;
    return calls != 2;
}
