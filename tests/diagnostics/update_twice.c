// diagnostics: one variable twice in an update, whatever the clauses and subarrays
// rules: X6 seed
int a[4], b[4];

void f(void)
{
    #pragma acc update self(a) device(a)
//                          ^ note[X6]
//                                    ^ error[X6]
    #pragma acc update self(a[0:2]) host(b) self(a[2:2])
//                          ^^^^^^ note[X6]
//                                               ^^^^^^ error[X6]
    #pragma acc update device(b, b) if_present
//                            ^ note[X6]
//                               ^ error[X6]
}
