// diagnostics: constant sizes that are not positive
void f(void)
{
    #pragma acc parallel num_gangs(0)
//                                 ^ error[ACC0061]
    {
    }
    #pragma acc parallel num_workers(-1)
//                                   ^^ error[ACC0061]
    {
    }
    #pragma acc parallel vector_length(2 - 2)
//                                     ^^^^^ error[ACC0061]
    {
    }
    #pragma acc parallel loop collapse(0)
//                                     ^ error[ACC0061]
    for (int i = 0; i < 4; ++i)
        ;
}
