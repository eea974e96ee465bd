// diagnostics: the statements of atomic in OpenMP, its clauses, and hints
int x, v, e, d, r, *p, a[8];
double f;
_Atomic int once;
struct { int m; } s;
enum { CONTENDED = 2 };

void updates(void)
{
    #pragma omp atomic
//  ^^^^^^^^^^^^^^^^^^ warning[ACC0155]
    x = x + e + d;
//  ^ error[OMP0082]
    #pragma omp atomic
    { x++; }
//  ^ error[OMP0082]
    #pragma omp atomic
    x = 3;
//      ^ error[OMP0082]
    #pragma omp atomic
    x = e ? x : d;
//      ^^^^^^^^^ error[OMP0082]
    #pragma omp atomic update
    if (x > 1) x = 1;
//  ^^ error[OMP0082]
    #pragma omp atomic
    ;
//  ^ error[OMP0082]
    #pragma omp atomic
    s = s;
//      ^ error[OMP0082]
    #pragma omp atomic
    x %= 3;
//  ^^^^^^ error[OMP0082]
}

void reads_and_writes(void)
{
    #pragma omp atomic read
    v = x + 1;
//      ^^^^^ error[OMP0082]
    #pragma omp atomic read
    v += x;
//  ^^^^^^ error[OMP0082]
    #pragma omp atomic read
    v = once;
//  ^ error[OMP0082]
    #pragma omp atomic write
    x += 1;
//  ^^^^^^ error[OMP0082]
    #pragma omp atomic write
    { x = 1; }
//  ^ error[OMP0082]
}

void captures(void)
{
    #pragma omp atomic capture
    v = x;
//      ^ error[OMP0082]
    #pragma omp atomic capture
    x++;
//  ^^^ error[OMP0082]
    #pragma omp atomic capture
    { v = x; d++; }
//        ^ error[OMP0082]
    #pragma omp atomic capture
    { v = x; x++; d++; }
//  ^ error[OMP0082]
    #pragma omp atomic capture
    { x = 3; v = x; }
//        ^ error[OMP0082]
}

void comparisons(void)
{
    #pragma omp atomic compare
    if (x != e) { x = d; }
//      ^^^^^^ error[OMP0082]
    #pragma omp atomic compare
    if (x < e) { x = d; }
//      ^^^^^ error[OMP0082]
    #pragma omp atomic compare
    if ((x == e)) { x = d; }
//  ^^ error[OMP0082]
    #pragma omp atomic compare
    if (x == e) { x = d; } else { v = x; }
//                              ^ error[OMP0082]
    #pragma omp atomic compare
    x = x < e ? x : e;
//      ^^^^^^^^^^^^^ error[OMP0082]
    #pragma omp atomic compare
    x++;
//  ^^^ error[OMP0082]
    #pragma omp atomic compare weak
//                             ^^^^ error[OMP0083]
    if (x < e) { x = e; }
    #pragma omp atomic compare capture
    if (x < e) { x = e; } else { v = x; }
//      ^^^^^ error[OMP0082]
    #pragma omp atomic compare capture
    if (x == e) { x = d; }
//  ^^ error[OMP0082]
    #pragma omp atomic compare capture
    { v = x; if (d == e) { d = e; } }
//        ^ error[OMP0082]
    #pragma omp atomic compare capture
    { v = x; x++; }
//           ^^^ error[OMP0082]
    #pragma omp atomic compare capture
    { r = x == e; if (v) { x = d; } }
//                    ^ error[OMP0082]
    #pragma omp atomic compare capture
    { r = x < e; if (r) { x = e; } }
//        ^^^^^ error[OMP0082]
    #pragma omp atomic compare capture
    { v = x; if (x == e) { x = d; } else { v = x; } }
//                                       ^ error[OMP0082]
    #pragma omp atomic compare capture
    if (x == e) { x = d; } else { v = d; }
//                                    ^ error[OMP0082]
}

void clauses(int n)
{
    #pragma omp atomic capture read
//                             ^^^^ error[OMP0056]
    v = x;
    #pragma omp atomic write compare
//                           ^^^^^^^ error[OMP0056]
    x = 1;
    #pragma omp atomic read release
//                          ^^^^^^^ error[OMP0056]
    v = x;
    #pragma omp atomic write acquire
//                           ^^^^^^^ error[OMP0056]
    x = 1;
    #pragma omp atomic fail(relaxed)
//                     ^^^^^^^^^^^^^ error[OMP0083]
    x++;
    #pragma omp atomic weak
//                     ^^^^ error[OMP0083]
    x++;
    #pragma omp atomic hint(n)
//                          ^ error[OMP0118]
    x++;
    #pragma omp atomic hint(-1)
//                          ^^ error[OMP0118]
    x++;
    #pragma omp atomic hint(1.5)
//                          ^^^ error[OMP0117]
    x++;
    #pragma omp critical hint(CONTENDED)
//                       ^^^^^^^^^^^^^^^ error[OMP0083]
    x++;
    #pragma omp critical(name) hint(n)
//                                  ^ error[OMP0118]
    x++;
}

void good(void)
{
    #pragma omp atomic
    x = e * d + x;
    #pragma omp atomic
    x = x + (e + d);
    #pragma omp atomic
    a[e] = a[e] + 1;
    #pragma omp atomic
    (*p)++;
    #pragma omp atomic
    p[e, 0] = p[e, 0] - 1;
    #pragma omp atomic
    f -= 1;
    #pragma omp atomic
    s.m <<= 1;
    #pragma omp atomic update seq_cst
    x = e - x;
    #pragma omp atomic read acquire
    v = (x);
    #pragma omp atomic write release
    x = v = 1;
    #pragma omp atomic capture
    v = x = x + 1;
    #pragma omp atomic update capture acq_rel
    { v = x; x = 3; }
    #pragma omp atomic capture
    { x *= 2; v = x; }
    #pragma omp atomic compare
    x = x < e ? e : x;
    #pragma omp atomic compare
    if (e > x) { x = e; }
    #pragma omp atomic compare weak fail(relaxed)
    if (x == e + 1) { x = d * 2; }
    #pragma omp atomic compare capture
    { v = x; if (x == e) { x = d; } }
    #pragma omp atomic compare capture
    { if (x < e) { x = e; } v = x; }
    #pragma omp atomic compare capture
    { v = x; x = x < e ? e : x; }
    #pragma omp atomic compare capture
    if (x == e) { x = d; } else { v = x; }
    #pragma omp atomic compare capture
    { r = x == e; if (r) { x = d; } }
    #pragma omp atomic capture compare weak
    { r = x == e; if (r) { x = d; } else { v = x; } }
    #pragma omp atomic hint(CONTENDED | 4)
    x++;
    #pragma omp critical hint(0)
    x++;
    #pragma omp critical(name) hint(CONTENDED)
    x++;
}
