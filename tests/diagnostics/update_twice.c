// diagnostics: the same data twice in an update, whatever the clauses; several subarrays are permitted
int a[4], b[4];

void f(int i)
{
    #pragma acc update self(a) device(a)
//                          ^ note[ACC0093]
//                                    ^ error[ACC0093]
    #pragma acc update self(a[0:2]) host(b) self(a[0:2])
//                          ^^^^^^ note[ACC0093]
//                                               ^^^^^^ error[ACC0093]
    #pragma acc update device(b, b) if_present
//                            ^ note[ACC0093]
//                               ^ error[ACC0093]
    #pragma acc update self(a[0:1], a[2:1]) device(a[1:1]) self(b[i:1], b[i + 1:1])
    #pragma acc update self(a[0:2], a)
//                          ^^^^^^ note[ACC0093]
//                                  ^ error[ACC0093]
}
