// diagnostics: clauses that a directive does not take
int a[4], b[4], n;

void f(void)
{
    #pragma acc parallel gang collapse(1)
//                       ^^^^ error[ACC0054]
//                            ^^^^^^^^^^^ error[ACC0054]
    {
        #pragma acc loop num_gangs(2) copy(a) firstprivate(n)
//                       ^^^^^^^^^^^^ error[ACC0054]
//                                    ^^^^^^^ error[ACC0054]
//                                            ^^^^^^^^^^^^^^^ error[ACC0054]
        for (int i = 0; i < 4; ++i)
            a[i] = n;
    }
    #pragma acc data copy(a) private(n) reduction(+:n)
//                           ^^^^^^^^^^ error[ACC0054]
//                                      ^^^^^^^^^^^^^^ error[ACC0054]
    {
    }
    #pragma acc enter data copyin(a) copyout(b)
//                                   ^^^^^^^^^^ error[ACC0054]
    #pragma acc exit data delete(a) copyin(b)
//                                  ^^^^^^^^^ error[ACC0054]
    #pragma acc update self(a) copy(b) num_workers(2)
//                             ^^^^^^^ error[ACC0054]
//                                     ^^^^^^^^^^^^^^ error[ACC0054]
    #pragma acc data present(a) if_present
//                              ^^^^^^^^^^ error[ACC0054]
    {
    }
    #pragma acc parallel copy(a) delete(b) device(b)
//                               ^^^^^^^^^ error[ACC0054]
//                                         ^^^^^^^^^ error[ACC0054]
    {
    }
    #pragma acc parallel loop gang device(b)
//                                 ^^^^^^^^^ error[ACC0054]
    for (int i = 0; i < 4; ++i)
        a[i] = n;
}
