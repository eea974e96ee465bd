// diagnostics: the functions and selectors of declare variant
int plain(int), other(int, int), without(), variable;
long wide(int);
enum kind { small } of_enum(enum kind);

    #pragma omp declare variant(plain) match(device={kind(host, cpu), isa("avx2")}, implementation={vendor(score(2): gnu)})
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning[ACC0155]
#pragma omp declare variant(plain) match(construct={parallel, for, simd(simdlen(4), linear(x:1))}, user={condition(1 + 1)})
#pragma omp declare variant(plain) match(implementation={unified_address, unknown_trait(1 2)}, unknown_set={a(b)})
#pragma omp declare variant(without) match(user={condition(score(1) : (1, 2))})
int base(int x);
#pragma omp declare variant(of_enum) match(device={kind(host)})
unsigned unsigned_base(unsigned x);
#pragma omp declare variant(wide) match(device={kind(host)})
//                          ^^^^ error[OMP0149]
#pragma omp declare variant(other) match(device={kind(host)})
//                          ^^^^^ error[OMP0149]
#pragma omp declare variant(other) match(construct={dispatch}) append_args(interop(target))
#pragma omp declare variant(variable) match(device={kind(host)})
//                          ^^^^^^^^ error[OMP0149]
#pragma omp declare variant(missing) match(device={kind(host)})
//                          ^^^^^^^ error[OMP0149]
#pragma omp declare variant(second) match(device={kind(host)})
//                          ^^^^^^ error[OMP0149]
int second(int x);

#pragma omp declare variant(plain) match(construct={parallel for})
//                                                           ^^^ error[OMP0150]
#pragma omp declare variant(plain) match(construct={parallel(1)})
//                                                          ^ error[OMP0150]
#pragma omp declare variant(plain) match(construct={simd(12)})
//                                                       ^^ error[OMP0150]
#pragma omp declare variant(plain) match(device={isa(1)})
//                                                   ^ error[OMP0150]
#pragma omp declare variant(plain) match(device={kind(score cpu)})
//                                                          ^^^ error[OMP0150]
#pragma omp declare variant(plain) match(device={kind(host)} user={condition(1)})
//                                                           ^^^^ error[OMP0150]
#pragma omp declare variant(plain) match(device={kind(host)}, device={isa(avx)})
//                                                            ^^^^^^ error[OMP0150]
#pragma omp declare variant(plain) match(user={condition()})
//                                                       ^ error[OMP0150]
#pragma omp declare variant(plain) match(user={condition(1, 2)})
//                                                        ^ error[OMP0150]
#pragma omp declare variant(plain) match(user={condition(score(-1): 1)})
//                                                             ^ error[OMP0150]
#pragma omp declare variant(plain) match(implementation={reverse_offload()})
//                                                                      ^ error[OMP0150]
#pragma omp declare variant(plain) match(implementation={atomic_default_mem_order(relaxed, seq_cst)})
//                                                                                ^^^^^^^ error[OMP0150]
int third(int x);

#pragma omp declare variant(plain) match(device={kind(host)})
//          ^^^^^^^^^^^^^^^ error[OMP0146]
int no_function;
