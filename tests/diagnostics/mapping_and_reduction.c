// diagnostics: none; a reduction variable may have a data clause
int x, y;

void f(void)
{
    #pragma acc parallel copy(x) reduction(+:x)
    {
        x += 1;
    }
    #pragma acc parallel loop reduction(max:x) copyin(y) copy(x)
    for (int i = 0; i < 4; ++i)
        x = x > y ? x : y;
}
