// diagnostics: a vector_length that is not constant is ignored with a warning; one that is no integer is an error besides
int n;
float f1;

void f(void)
{
    #pragma acc parallel vector_length(n)
//                                     ^ warning[ACC0063]
    {
    }
    #pragma acc parallel vector_length(f1)
//                                     ^^ error[ACC0060]
//                                     ^^ warning[ACC0063]
    {
    }
    #pragma acc parallel vector_length(4 * 8)
    {
    }
}
