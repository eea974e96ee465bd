// diagnostics: data directives and updates that move nothing
// rules: C12 newer
int a[4], c;

void f(void)
{
    #pragma acc data
//              ^^^^ error[C12]
    {
    }
    #pragma acc enter data
//              ^^^^^^^^^^ error[C12]
    #pragma acc exit data
//              ^^^^^^^^^ error[C12]
    #pragma acc update
//              ^^^^^^ error[C12]
    #pragma acc update if(c)
//              ^^^^^^ error[C12]
    #pragma acc update if_present
//              ^^^^^^ error[C12]
    #pragma acc enter data copyout(a)
//              ^^^^^^^^^^ error[C12]
//                         ^^^^^^^^^^ error[C1]
}
