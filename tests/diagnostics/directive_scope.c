// diagnostics: executable and construct directives outside any function
int a[4];
#pragma acc update self(a)
//          ^^^^^^ error[ACC0050]
#pragma acc parallel copy(a)
//          ^^^^^^^^ error[ACC0050]
#pragma acc data copy(a)
//          ^^^^ error[ACC0050]
#pragma acc enter data copyin(a)
//          ^^^^^^^^^^ error[ACC0050]
#pragma acc exit data delete(a)
//          ^^^^^^^^^ error[ACC0050]
#pragma acc loop gang
//          ^^^^ error[ACC0050]

struct s {
    int x;
    #pragma acc update self(a)
//              ^^^^^^ error[ACC0050]
    int y;
};

int main(void)
{
    return a[0];
}
