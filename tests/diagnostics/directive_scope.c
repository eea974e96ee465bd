// diagnostics: executable and construct directives outside any function
// rules: D2 newer
int a[4];
#pragma acc update self(a)
//          ^^^^^^ error[D2]
#pragma acc parallel copy(a)
//          ^^^^^^^^ error[D2]
#pragma acc data copy(a)
//          ^^^^ error[D2]
#pragma acc enter data copyin(a)
//          ^^^^^^^^^^ error[D2]
#pragma acc exit data delete(a)
//          ^^^^^^^^^ error[D2]
#pragma acc loop gang
//          ^^^^ error[D2]

struct s {
    int x;
    #pragma acc update self(a)
//              ^^^^^^ error[D2]
    int y;
};

int main(void)
{
    return a[0];
}
