// diagnostics: collapse needs an integer constant expression
void f(int n)
{
    #pragma acc parallel loop collapse(n)
//                                     ^ error[ACC0062]
    for (int i = 0; i < 4; ++i)
        ;
}
