// diagnostics: branches into and out of constructs
void loops(int n, int *a, int x)
{
    for (int i = 0; i < n; ++i)
    {
        #pragma acc data copy(a[0:n])
        {
            if (x)
                break;
//              ^^^^^ error[ACC0058]
        }
        #pragma acc parallel copy(a[0:n]) num_gangs(1)
        {
            if (x)
                continue;
//              ^^^^^^^^ error[ACC0058]
            while (x)
            {
                if (a[0])
                    continue;
                break;
            }
        }
    }
    #pragma acc data copy(a[0:n])
    for (int i = 0; i < n; ++i)
    {
        if (x)
            continue;
        break;
    }
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; ++i)
    {
        if (i == x)
            continue;
        a[i] = ({ int sum = 0; for (;;) break; sum; });
    }
}

void selections(int n, int *a, int x)
{
    switch (x)
    {
    case 0:
        #pragma acc data copy(a[0:n])
        {
        case 1:
//      ^^^^ error[ACC0058]
            a[0] = 1;
        default:
//      ^^^^^^^ error[ACC0058]
            break;
//          ^^^^^ error[ACC0058]
        }
    case 2:
        #pragma acc parallel copy(a[0:n]) num_gangs(1)
        switch (x)
        {
        case 3:
            break;
        default:
            a[0] = 2;
        }
        break;
    }
}

void labels(int n, int *a, int x)
{
    void *target = x ? &&inside : &&outside;
    #pragma acc parallel copy(a[0:n]) num_gangs(1)
    {
        __label__ own;
        if (x)
            goto *target;
//          ^^^^ error[ACC0058]
        asm goto("" : : : : outside);
//      ^^^ error[ACC0058]
        asm goto("" : : : : own);
        goto own;
    own:
    inside:
        a[0] = 1;
    }
    goto *target;
//  ^^^^ error[ACC0058]
outside:;
}

void computed_inside(int n, int *a)
{
    #pragma acc parallel copy(a[0:n]) num_gangs(1)
    {
        void *target = &&inside;
        goto *target;
    inside:
        a[0] = 1;
    }
}
