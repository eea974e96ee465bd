// diagnostics: none; a label or a case label may stand before an executable directive
int a[4];

void f(int c)
{
start:
    #pragma acc enter data copyin(a)
    switch (c) {
    case 1:
        #pragma acc update self(a)
        break;
    default:
        #pragma acc update device(a)
        break;
    }
    if (c) {
        #pragma acc exit data delete(a)
        goto start;
    }
}
