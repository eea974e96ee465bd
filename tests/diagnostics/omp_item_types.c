// diagnostics: list items of OpenMP clauses whose types the clause does not take
struct unknown;
extern struct unknown open_struct;
extern int open_array[];
struct bits { int low : 3, high : 5; int whole; } bits, *pbits;
int a[8], x, *p;
double d, *pd;
struct S { int m; } s;
const int fixed = 1;
const int row[4];
const int *to_const;
_Atomic int counter;
_Atomic double total[4];
typedef void *omp_depend_t;

void complete(void)
{
    #pragma omp parallel private(open_array)
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning[ACC0155]
//                               ^^^^^^^^^^ error[OMP0115]
    ;
    #pragma omp parallel firstprivate(open_struct) shared(open_array)
//                                    ^^^^^^^^^^^ error[OMP0115]
    ;
    #pragma omp for lastprivate(open_array)
//                              ^^^^^^^^^^ error[OMP0115]
    for (int i = 0; i < 8; ++i)
        ;
    #pragma omp target map(to: open_array)
//                             ^^^^^^^^^^ error[OMP0115]
    ;
    #pragma omp target map(to: open_array[0:4])
    ;
    #pragma omp target update from(open_struct)
//                                 ^^^^^^^^^^^ error[OMP0115]
    #pragma omp parallel reduction(+: open_array)
//                                    ^^^^^^^^^^ error[OMP0115]
    ;
}

void assigned(void)
{
    #pragma omp parallel private(fixed)
//                               ^^^^^ error[OMP0115]
    ;
    #pragma omp parallel firstprivate(fixed) private(to_const)
    ;
    #pragma omp parallel private(row)
//                               ^^^ error[OMP0115]
    ;
    #pragma omp for lastprivate(fixed)
//                              ^^^^^ error[OMP0115]
    for (int i = 0; i < 8; ++i)
        ;
    #pragma omp parallel reduction(+: fixed)
//                                    ^^^^^ error[OMP0115]
    ;
    #pragma omp parallel reduction(+: row[0:2])
//                                    ^^^^^^^^ error[OMP0115]
    ;
    #pragma omp parallel shared(fixed, row)
    ;
    #pragma omp task depend(in: fixed, row[0])
    ;
    #pragma omp target map(to: fixed, row)
    ;
}

void addressed(void)
{
    #pragma omp target map(bits.low)
//                         ^^^^^^^^ error[OMP0115]
    ;
    #pragma omp task depend(in: pbits->high)
//                              ^^^^^^^^^^^ error[OMP0115]
    ;
    #pragma omp task depend(in: pbits->whole)
    ;
    #pragma omp task affinity(bits.low)
//                            ^^^^^^^^ error[OMP0115]
    ;
    #pragma omp target update to(bits.high, bits.whole)
//                               ^^^^^^^^^ error[OMP0115]
}

void atomic_variables(void)
{
    #pragma omp parallel reduction(+: counter)
//                                    ^^^^^^^ error[OMP0115]
    ;
    #pragma omp parallel reduction(+: total[0:2])
//                                    ^^^^^^^^^^ error[OMP0115]
    ;
    #pragma omp parallel private(counter) firstprivate(total)
    ;
    #pragma omp simd linear(counter)
//                          ^^^^^^^ error[OMP0115]
    for (int i = 0; i < 8; ++i)
        ;
}

void pointers(void)
{
    #pragma omp simd aligned(x)
//                           ^ error[OMP0115]
    for (int i = 0; i < 8; ++i)
        ;
    #pragma omp simd aligned(d: 8)
//                           ^ error[OMP0115]
    for (int i = 0; i < 8; ++i)
        ;
    #pragma omp simd aligned(a, p: 16)
    for (int i = 0; i < 8; ++i)
        ;
    #pragma omp target is_device_ptr(d)
//                                   ^ error[OMP0115]
    ;
    #pragma omp target is_device_ptr(p)
    ;
    #pragma omp target data map(a) use_device_ptr(s)
//                                                ^ error[OMP0115]
    ;
    #pragma omp target data map(p[0:8]) use_device_ptr(p) use_device_addr(a)
    ;
}

void numbers(omp_depend_t *object, omp_depend_t other)
{
    #pragma omp simd linear(d)
//                          ^ error[OMP0115]
    for (int i = 0; i < 8; ++i)
        ;
    #pragma omp simd linear(x, p)
    for (int i = 0; i < 8; ++i)
        ;
    #pragma omp parallel for lastprivate(conditional: s)
//                                                    ^ error[OMP0115]
    for (int i = 0; i < 8; ++i)
        ;
    #pragma omp parallel for lastprivate(conditional: x) lastprivate(s)
    for (int i = 0; i < 8; ++i)
        x = i;
    #pragma omp depobj(x) destroy
//                     ^ error[OMP0115]
    #pragma omp depobj(*object) depend(in: a)
    #pragma omp depobj(other) update(out)
    #pragma omp task depend(depobj: d)
//                                  ^ error[OMP0115]
    ;
    #pragma omp task depend(depobj: object[0:2])
//                                  ^^^^^^^^^^^ error[OMP0115]
    ;
    #pragma omp task depend(depobj: other, *object, object[1])
    ;
}
