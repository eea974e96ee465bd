// diagnostics: data directives and updates that move nothing
int a[4], c;

void f(void)
{
    #pragma acc data
//              ^^^^ error[ACC0057]
    {
    }
    #pragma acc enter data
//              ^^^^^^^^^^ error[ACC0057]
    #pragma acc exit data
//              ^^^^^^^^^ error[ACC0057]
    #pragma acc update
//              ^^^^^^ error[ACC0057]
    #pragma acc update if(c)
//              ^^^^^^ error[ACC0057]
    #pragma acc update if_present
//              ^^^^^^ error[ACC0057]
    #pragma acc enter data copyout(a)
//              ^^^^^^^^^^ error[ACC0057]
//                         ^^^^^^^^^^ error[ACC0054]
}
