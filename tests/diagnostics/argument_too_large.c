// diagnostics: numbers that no `int` holds
enum { most = 2147483647 };

void f(int n, float *a)
{
    #pragma acc parallel num_gangs(4294967297) copy(a[0:n])
//                                 ^^^^^^^^^^ error[ACC0067]
    ;
    #pragma acc parallel num_gangs(18446744073709551616) copy(a[0:n])
//                                 ^^^^^^^^^^^^^^^^^^^^ error[ACC0067]
    ;
    #pragma acc parallel num_gangs(2, 999999999999999999999999999999999999999999) copy(a[0:n])
//                                    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error[ACC0067]
    ;
    #pragma acc parallel num_gangs(65536, 65536) copy(a[0:n])
//                                 ^^^^^ error[ACC0067]
    ;
    #pragma acc parallel num_gangs(most, 1) num_workers(most) vector_length(most) async(most) wait(most) copy(a[0:n])
    ;
    #pragma acc parallel num_gangs(n, most) copy(a[0:n])
    ;
    #pragma acc parallel num_workers(most + 1LL) copy(a[0:n])
//                                   ^^^^^^^^^^ error[ACC0067]
    ;
    #pragma acc parallel vector_length(3000000000u) copy(a[0:n])
//                                     ^^^^^^^^^^^ error[ACC0067]
    ;
    #pragma acc parallel async(99999999999) wait(1, 99999999999) copy(a[0:n])
//                             ^^^^^^^^^^^ error[ACC0067]
//                                                  ^^^^^^^^^^^ error[ACC0067]
    ;
    #pragma acc wait(99999999999)
//                   ^^^^^^^^^^^ error[ACC0067]
    #pragma acc set device_num(-99999999999)
//                             ^^^^^^^^^^^^ error[ACC0067]
    #pragma acc set device_num(-1)
    #pragma acc parallel loop gang(static:99999999999) copy(a[0:n])
//                                        ^^^^^^^^^^^ error[ACC0067]
    for (int i = 0; i < n; ++i) a[i] = 0;
    #pragma acc parallel loop tile(99999999999) copy(a[0:n])
//                                 ^^^^^^^^^^^ error[ACC0067]
    for (int i = 0; i < n; ++i) a[i] = 0;
}
