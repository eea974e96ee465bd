// diagnostics: collapse needs an integer constant expression
// rules: A3 newer
void f(int n)
{
    #pragma acc parallel loop collapse(n)
//                                     ^ error[A3]
    for (int i = 0; i < 4; ++i)
        ;
}
