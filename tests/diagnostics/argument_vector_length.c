// diagnostics: a vector_length that is not constant is ignored with a warning; one that is no integer is an error besides
// rules: A4 seed, A1 seed
int n;
float f1;

void f(void)
{
    #pragma acc parallel vector_length(n)
//                                     ^ warning[A4]
    {
    }
    #pragma acc parallel vector_length(f1)
//                                     ^^ error[A1]
//                                     ^^ warning[A4]
    {
    }
    #pragma acc parallel vector_length(4 * 8)
    {
    }
}
