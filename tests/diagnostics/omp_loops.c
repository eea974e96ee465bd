// diagnostics: the form of loops that OpenMP directives are associated with
int n, m, i, j, k, *p, *q, g[64];
double f;
struct { int i; } s;
void body(void);
int count(int);

void variables(void)
{
    #pragma omp for
//  ^^^^^^^^^^^^^^^ warning[ACC0155]
    for (f = 0; f < n; f++) body();
//       ^^^^^^ error[OMP0089]
    #pragma omp for
    for (double z = 0; z < n; z++) body();
//       ^^^^^^^^^^^^ error[OMP0089]
    #pragma omp for
    for (_Atomic int z = 0; z < n; z++) body();
//       ^^^^^^^^^^^^^^^^^ error[OMP0089]
    #pragma omp for
    for (s.i = 0; s.i < n; s.i++) body();
//       ^^^^^^^^ error[OMP0088]
    #pragma omp for
    for (i = 0, j = 0; i < n; i++) body();
//       ^^^^^^^^^^^^^ error[OMP0088]
    #pragma omp for
    for (int z = 0, y = 1; z < n; z++) body();
//       ^^^^^^^^^^^^^^^^ error[OMP0088]
    #pragma omp for
    for (; i < n; i++) body();
//       ^ error[OMP0088]
    #pragma omp for collapse(2)
    for (i = 0; i < n; i++)
        for (f = 0; f < n; f++) body();
//           ^^^^^^ error[OMP0089]
}

int own;
#pragma omp threadprivate(own)
static _Thread_local int local;

void threadprivate(void)
{
    #pragma omp parallel for collapse(2)
    for (own = 0; own < n; own++)
//       ^^^^^^^^ error[OMP0089]
        for (local = 0; local < n; local++) body();
//           ^^^^^^^^^^ error[OMP0089]
    #pragma omp parallel
    for (own = 0; own < n; own++)
        for (i = 0; i < own; i++) body();
}

void headers(void)
{
    #pragma omp simd
    for (i = 0; ; i++) body();
//       ^^^^^^ error[OMP0088]
    #pragma omp distribute
    for (i = 0; i < n; ) body();
//              ^^^^^ error[OMP0088]
    #pragma omp taskloop
    for (i = 0; i == n; i++) body();
//              ^^^^^^ error[OMP0088]
    #pragma omp for
    for (i = 0; i < n && i < m; i++) body();
//              ^^^^^^^^^^^^^^ error[OMP0088]
    #pragma omp for
    for (i = 0; i + 1 < n; i++) body();
//              ^^^^^^^^^ error[OMP0088]
    #pragma omp for
    for (i = 0; j < n; i++) body();
//              ^^^^^ error[OMP0088]
    #pragma omp for
    for (i = 0; i < n; j++) body();
//                     ^^^ error[OMP0088]
    #pragma omp for
    for (i = 0; i < n; i -= j, j++) body();
//                     ^^^^^^^^^^^ error[OMP0088]
    #pragma omp for
    for (i = 0; i < n; i += 0) body();
//                          ^ error[OMP0088]
    #pragma omp parallel for
    for (i = 1; i < n; i *= 2) body();
//                     ^^^^^^ error[OMP0088]
    #pragma omp for
    for (i = 0; i < n; i = 1 - i) body();
//                     ^^^^^^^^^ error[OMP0088]
    #pragma omp for
    for (i = 0; i < n; i++, j++) body();
//                     ^^^^^^^^ error[OMP0088]
    #pragma omp unroll partial(2)
    for (i = 0; i < n; count(i)) body();
//                     ^^^^^^^^ error[OMP0088]
}

void bounds(void)
{
    #pragma omp for
    for (i = i + 1; i < n; i++) body();
//           ^ error[OMP0090]
    #pragma omp for
    for (i = 0; i < count(i); i++) body();
//                        ^ error[OMP0090]
    #pragma omp for
    for (p = g; p < p + 10; p++) body();
//                  ^ error[OMP0090]
    #pragma omp for collapse(2)
    for (i = 0; i < n; i++)
        for (j = i * i; j < n; j++) body();
//               ^ error[OMP0090]
    #pragma omp for collapse(2)
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j += i) body();
//                              ^ error[OMP0090]
    #pragma omp for collapse(3)
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            for (k = i + j; k < n; k++) body();
//                   ^ error[OMP0090]
    #pragma omp for collapse(3)
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            for (k = i; k < j; k++) body();
//                          ^ error[OMP0090]
    #pragma omp for collapse(2) ordered(1)
//                              ^^^^^^^^^^ error[OMP0120]
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++) body();
}

void good(char c, unsigned u, volatile int w)
{
    #pragma omp for
    for (c = 0; c < n; c++) body();
    #pragma omp for
    for (w = n; w >= 0; w -= 2) body();
    #pragma omp for
    for (p = q; p < g + 64; p = 1 + p) body();
    #pragma omp for
    for (i = 0; i != n; i++) body();
    #pragma omp for
    for (i = 0; n > i; (i)++) body();
    #pragma omp for
    for (i = 0; i < n; i = (i + 1)) body();
    #pragma omp for
    for (i = 0; i < n; i += m) body();
    #pragma omp for
    for (i = (j = 0); i <= (n + 1) / 2; i = i - -1) body();
    #pragma omp for
    for (u = 10; u > 0; u--) body();
    #pragma omp for
    for (i = 0; i < n; i++)
        for (f = 0; f < i * i; f += i) body();
    #pragma omp for collapse(2)
    for (i = 0; i < n; i++)
        for (j = 2 * i + 1; j <= m - i * 3; j++) body();
    #pragma omp for collapse(2)
    for (p = g; p < g + 10; p++)
        for (q = p + 1; q < p + 10; q++) body();
    #pragma omp for collapse(2) ordered(3)
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            for (k = 0; k < n; k++) body();
    for (f = 0; f < n; f++) {
        #pragma omp parallel
        for (i = 0; i < n && j; i *= 2) body();
    }
}

// No nest has as many loops.
void endless(int *a)
{
    #pragma omp parallel for collapse(4294967297)
    for (int i = 0; i < 10; i++)
        a[i] = 0;
//      ^ error[OMP0100]
}
