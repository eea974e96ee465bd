// Functions of the unit that access memory through their parameters.

int A[1000], B[1000], IX[100], M[10][10], N[10][10], gn;
double X[1000], Y[1000];
struct point { int x, y; int v[4]; int *p; } P[100], Q[100], one, other;
struct view { int *data; int n; };

static int at(const int *a, int i) { return a[i]; }
static void put(int *a, int i, int v) { a[i] = v; }
static void add(int *a, int i, int v) { a[i] += v; }
static void shifted(int *a, int i, int v) { a[i + 1] = v; }
static void fill(int m, int *row, int v) { for (int j = 0; j < m; j++) row[j] = v + j; } // parallel
static void beyond(int m, int *row, int v) { for (int j = 0; j <= m; j++) row[j] = v + j; } // parallel
static int sum(int m, const int *row) { int s = 0; for (int j = 0; j < m; j++) s += row[j]; return s; } // reduction
static void copy(int m, int *to, const int *from) { for (int j = 0; j < m; j++) to[j] = from[j]; } // parallel if disjoint
static void set(struct point *p, int x) { p->x = x; p->y = 2 * x; p->v[1] = x; }
static int length(const struct point *p) { return p->x + p->y; }
static void through(struct point *p, int i, int x) { p->p[i] = x; }
static void redirected(struct point *p, int *to) { p->p = to; }
static void one_more(int *p) { *p = *p + 1; }
static void walk(int *p, int n) { while (n-- > 0) *p++ = n; }
static void moved(int *p, int n) { p += n; *p = n; }
static void guarded(int *a, int i, int n) { if (i < n) a[i] = 0; }
static void twice(int *a, int i) { put(a, i, 0); put(a + 1, i, 1); }
static void handed(int *a, int i) { put(&a[2 * i], 0, i); put(a + 2 * i, 1, i); }
static void narrow(int *a, unsigned char i) { a[i] = 0; }
static void wide(int *a, long i) { a[i] = 0; }
static void unsigned_one(int *a, unsigned i) { a[i - 1] = 0; }
static void cell(int m[10][10], int i, int j) { m[i][j] = i; }
static int pointless(int *a, int i) { int *q = a; return q[i]; }
static int *leaking(int *a, int i) { return a + i; }
static void writes_global(int *a, int i) { a[i] = i; gn = i; }
static int reads_global(const int *a, int i) { return a[i + gn]; }
static void opaque(int *, int);
static void calls_opaque(int *a, int i) { opaque(a, i); }
static void endless(int *a, int i) { if (i > 0) endless(a, i - 1); a[i] = 0; }
static void through_function(void (*f)(int *, int), int *a, int i) { f(a, i); }
static void volatile_one(volatile int *a, int i) { a[i] = i; }
static int of_view(struct view v, int i) { return v.data[i]; }
static void into_view(struct view v, int i) { v.data[i] = i; }
static void into_other_view(struct view v, int *to, int i) { v.data = to; v.data[i] = i; }
static void own_address(int *a, int i) { int t[2]; put(t, 0, i); put(t, 1, i); a[i] = t[0]; }
static void local_of_struct(int *a, int i) { struct point q; set(&q, i); a[i] = q.x; }
static void bytes(char *c, int i) { c[i] = 0; }
static void cast(void *p, int i) { ((int *)p)[i] = 0; }
static void old_style(a, i) int *a; int i; { a[i] = 0; }
static void variadic(int *a, int i, ...) { a[i] = 0; }
static void jumps(int *a, int i) { goto in; for (int j = 5; j < 10; j++) { in: a[10 * i + j % 3] = 0; break; } } // not provable
static void duff(int *a, int i, int n) {
    switch (n) { for (int j = 5; j < 6; j++) { case 0: a[10 * i + gn] = 0; } } // not provable
}
static void chosen(int *a, int i, int n) {
    switch (n) { case 0: a[i] = 0; break; default: a[i] = 1; }
}
static int kept_count(int *a, int i) { static int calls; a[i] = i; return ++calls; }
static void swapped(int *a, int *b, int i) { int t = a[i]; a[i] = b[i]; b[i] = t; }
static void rows(int (*a)[10], int i) { for (int j = 0; j < 10; j++) a[i][j] = j; } // parallel
static void changed_index(int *a, int i) { i = 0; a[i] = 1; }
static void address_of_index(int *a, int i) { one_more(&i); a[i] = 1; }
static void of_two(int *a, int m, int i, int j) { a[m * i + j] = 0; }

void elements(int n) {
    for (int i = 0; i < n; i++) A[i] = at(B, i); // parallel
    for (int i = 0; i < n; i++) A[i] = at(A, i); // parallel
    for (int i = 0; i < n; i++) A[i] = at(A, i + 1); // dependent
    for (int i = 0; i < n; i++) A[i] = at(A + 1, i); // dependent
    for (int i = 0; i < n; i++) A[i] = at(&A[1], i - 1); // parallel
    for (int i = 0; i < n; i++) A[i] = at(A, 500); // dependent
    for (int i = 0; i < n; i++) put(A, i, B[i]); // parallel
    for (int i = 0; i < n; i++) put(A, 2 * i, A[2 * i + 1]); // parallel
    for (int i = 0; i < n; i++) put(A, IX[i], i); // not provable
    for (int i = 0; i < n; i++) put(A, i / 2, i); // dependent
    for (int i = 0; i < n; i++) put(A, 3, i); // dependent
    for (int i = 0; i < n; i++) add(A, i, at(B, i)); // parallel
    for (int i = 0; i < n; i++) add(A, 0, i); // dependent
    for (int i = 0; i < n; i++) shifted(A, i, A[i]); // dependent
    for (int i = 0; i < n; i++) shifted(A, i, A[i + 1]); // parallel
    for (int i = 0; i < n; i++) put(&A[i], 0, i); // parallel
    for (int i = 0; i < n; i++) put(&A[i], i, i); // parallel
    for (int i = 0; i < n; i++) put(&A[i], 9 - i, i); // dependent
    for (int i = 0; i < n; i++) put(A, at(IX, i), i); // not provable
    for (int i = 0; i < n; i++) { put(A, i, 1); A[i] += 2; } // parallel
    for (int i = 0; i < n; i++) { put(A, i, 1); A[i + 1] += 2; } // dependent
    for (int i = 0; i < n; i++) swapped(A, B, i); // parallel
    for (int i = 1; i < n; i++) { swapped(A, B, i); A[i - 1] = 0; } // dependent
}
void rows_of_memory(int n, int m) {
    for (int i = 0; i < n; i++) fill(10, &A[10 * i], i); // parallel
    for (int i = 0; i < n; i++) fill(10, A + 10 * i, i); // parallel
    for (int i = 0; i < n; i++) fill(11, &A[10 * i], i); // dependent
    for (int i = 0; i < n; i++) beyond(10, &A[10 * i], i); // dependent
    for (int i = 0; i < n; i++) beyond(9, &A[10 * i], i); // parallel
    for (int i = 0; i < n; i++) fill(m, &A[i * m], i); // parallel
    for (int i = 0; i < n; i++) fill(m, A + i * m, i); // parallel
    for (int i = 0; i < n; i++) fill(m + 1, &A[i * m], i); // dependent
    for (int i = 0; i < n; i++) A[i] = sum(m, &B[i * m]); // parallel
    for (int i = 0; i < n; i++) A[i] = sum(m, &A[i * m]); // dependent
    for (int i = 0; i < n; i++) copy(m, &A[i * m], &B[i]); // parallel
    for (int i = 0; i < n; i++) copy(10, &A[10 * i], &A[10 * i + 10]); // dependent
    for (int i = 0; i < n; i++) of_two(A, 10, i, 3); // parallel
    for (int i = 0; i < n; i++) // parallel
        for (int j = 0; j < m; j++) of_two(A, m, i, j); // parallel
    for (int i = 0; i < n; i++) // not provable
        for (int j = 0; j < m; j++) of_two(A, m, j, i); // parallel if seen
}
void rows_of_arrays(int n, int m) {
    for (int i = 0; i < n; i++) fill(10, M[i], i); // parallel
    for (int i = 0; i < n; i++) fill(10, &M[i][0], i); // parallel
    for (int i = 0; i < n; i++) fill(10, M[0], i); // dependent
    for (int i = 0; i < n; i++) put(M[0], i, M[1][0]); // not provable
    for (int i = 0; i < n; i++) put(&M[0][0], i, M[1][0]); // not provable
    for (int i = 0; i < n; i++) put(M[0] + i, 0, M[1][0]); // not provable
    for (int i = 0; i < n; i++) cell(M, i, 0); // parallel
    for (int i = 0; i < n; i++) cell(M, 0, i); // parallel
    for (int i = 0; i < n; i++) cell(M, 0, 1); // dependent
    for (int i = 0; i < n; i++) cell(M, i, M[i + 1][0]); // dependent
    for (int i = 0; i < n; i++) rows(M, i); // parallel
    for (int i = 0; i < n; i++) { rows(M, i); N[i][0] = M[i][0]; } // parallel
    for (int i = 0; i < n; i++) rows(&M[i], 0); // parallel
    for (int i = 0; i < n; i++) rows(&M[i], 1); // parallel
    for (int i = 0; i < n; i++) { rows(&M[i], 1); N[i][0] = M[i][0]; } // dependent
}
void structures(int n) {
    for (int i = 0; i < n; i++) set(&P[i], i); // parallel
    for (int i = 0; i < n; i++) set(P + i, i); // parallel
    for (int i = 0; i < n; i++) set(&P[0], i); // dependent
    for (int i = 0; i < n; i++) set(&one, i); // dependent
    for (int i = 0; i < n; i++) A[i] = length(&P[i]); // parallel
    for (int i = 0; i < n; i++) A[i] = length(&one); // parallel
    for (int i = 0; i < n; i++) { set(&P[i], i); A[i] = length(&P[i + 1]); } // dependent
    for (int i = 0; i < n; i++) { set(&P[i], i); P[i].v[0] = P[i + 1].v[0]; } // dependent
    for (int i = 0; i < n; i++) { set(&P[i], i); A[i] = P[i + 1].v[0]; } // parallel
    for (int i = 0; i < n; i++) { set(&P[i], i); A[i] = P[i + 1].v[1]; } // dependent
    for (int i = 0; i < n; i++) through(&P[i], 0, i); // not provable
    for (int i = 0; i < n; i++) through(&one, i, i); // parallel if seen
    for (int i = 0; i < n; i++) through(&one, 0, i); // dependent
    for (int i = 0; i < n; i++) redirected(&one, &A[i]); // dependent
    for (int i = 0; i < n; i++) { redirected(&P[i], A); P[i].p[0] = i; } // dependent
    for (int i = 0; i < n; i++) { struct point t; set(&t, i); A[i] = t.x; } // parallel
    for (int i = 0; i < n; i++) put(P[i].v, 1, i); // parallel
    for (int i = 0; i < n; i++) put(one.v, 1, i); // dependent
    for (int i = 0; i < n; i++) { one = P[i]; through(&one, 0, i); } // not provable
    for (int i = 0; i < n; i++) put(&P[i].x, 0, i); // parallel
}
void views(int n, int *p) {
    struct view v = { p, n };
    for (int i = 0; i < n; i++) into_view(v, i); // parallel if seen
    for (int i = 0; i < n; i++) v.data[i] = of_view(v, i); // parallel if seen
    for (int i = 0; i < n; i++) v.data[i] = of_view(v, i + 1); // dependent
    for (int i = 0; i < n; i++) into_other_view(v, A, 0); // dependent
    for (int i = 0; i < n; i++) { struct view w = { p, n }; into_view(w, 0); } // dependent
}
void scalars(int n) {
    int t = 0, u = 0;
    for (int i = 0; i < n; i++) one_more(&t); // dependent
    for (int i = 0; i < n; i++) { one_more(&u); A[i] = u; } // dependent
    for (int i = 0; i < n; i++) { int w = i; one_more(&w); A[w] = 1; } // not provable
    for (int i = 0; i < n; i++) { int w = i; one_more(&w); A[i] = w; } // parallel
    for (int i = 0; i < n; i++) { int w[2]; put(w, 0, i); A[i] = w[0]; } // parallel
    for (int i = 0; i < n; i++) { one_more(&i); A[i] = 1; } // not countable
    for (int i = 0; i < n; i++) one_more(&gn); // dependent
    B[0] = t + u;
}
void pointers(int n, int *p, int *q, int *restrict r) {
    for (int i = 0; i < n; i++) put(p, i, at(q, i)); // parallel if disjoint
    for (int i = 0; i < n; i++) put(p, i, at(q, i + 1)); // parallel if disjoint
    for (int i = 0; i < n; i++) put(r, i, at(q, i + 1)); // parallel
    for (int i = 0; i < n; i++) put(p, i, at(p, i + n)); // parallel
    for (int i = 0; i < n; i++) put(p, i, A[i + 1]); // parallel if seen
    for (int i = 0; i < n; i++) copy(n, p + i * n, q); // parallel if disjoint
    for (int i = 0; i < n; i++) { put(p, 0, i); p++; } // dependent
    for (int i = 0; i < n; i++) { int *s = p + i; put(s, 0, i); } // parallel if seen
    for (int i = 0; i < n; i++) { int *s = p; put(s, 0, i); } // dependent
    for (int i = 0; i < n; i++) bytes((char *)p, i); // parallel if seen
    for (int i = 0; i < n; i++) bytes((char *)&A[0], 3); // dependent
    for (int i = 0; i < n; i++) cast(p, 0); // dependent
    for (int i = 0; i < n; i++) X[i] = at((const int *)Y, i); // parallel if seen
}
void bodies(int n) {
    for (int i = 0; i < n; i++) walk(&A[10 * i], 10); // parallel if seen
    for (int i = 0; i < n; i++) moved(A, -i); // parallel if seen
    for (int i = 0; i < n; i++) moved(A + i, n - i); // dependent
    for (int i = 0; i < n; i++) guarded(A, i, 50); // parallel
    for (int i = 0; i < n; i++) twice(A, i); // dependent
    for (int i = 0; i < n; i++) twice(A, 2 * i); // parallel
    for (int i = 0; i < n; i++) handed(A, i); // parallel
    for (int i = 0; i < n; i++) { handed(A, i); A[i + 1] = 0; } // dependent
    for (int i = 0; i < n; i++) narrow(A, i); // dependent
    for (int i = 0; i < n; i++) wide(A, i); // parallel
    for (int i = 1; i < n; i++) unsigned_one(A, i); // parallel if seen
    for (int i = 0; i < n; i++) A[i] = pointless(A, i + 1); // dependent
    for (int i = 0; i < n; i++) *leaking(A, 0) = i; // dependent
    for (int i = 0; i < n; i++) { int *s = leaking(A, 0); s[0] = i; } // dependent
    for (int i = 0; i < n; i++) writes_global(A, i); // dependent
    for (int i = 0; i < n; i++) A[i] = reads_global(A, i); // not provable
    for (int i = 0; i < n; i++) calls_opaque(A, i); // not provable
    for (int i = 0; i < n; i++) endless(A, i); // dependent
    for (int i = 0; i < n; i++) through_function(opaque, A, i); // not provable
    for (int i = 0; i < n; i++) through_function(put, A, 0); // dependent
    for (int i = 0; i < n; i++) volatile_one(A, i); // not provable
    for (int i = 0; i < n; i++) own_address(A, i); // parallel
    for (int i = 0; i < n; i++) local_of_struct(A, i); // parallel
    for (int i = 0; i < n; i++) old_style(A, 0); // dependent
    for (int i = 0; i < n; i++) variadic(A, 0); // dependent
    for (int i = 0; i < n; i++) jumps(A, i); // parallel if seen
    for (int i = 0; i < n; i++) duff(A, i, 0); // not provable
    for (int i = 0; i < n; i++) chosen(A, i, B[i]); // parallel
    for (int i = 0; i < n; i++) kept_count(A, i); // dependent
    for (int i = 0; i < n; i++) changed_index(A, i); // dependent
    for (int i = 0; i < n; i++) address_of_index(A, i); // parallel if seen
    for (int i = 0; i < n; i++) { address_of_index(A, i); A[i] = 0; } // dependent
}
void bounds(int n) {
    for (int i = 0; i < at(IX, 0); i++) A[i] = 0; // parallel if seen
    for (int i = 0; i < n; i++) { // dependent
        IX[0] = 5;
        for (int j = 0; j < at(IX, 0); j++) A[10 * i + j] = j; // parallel if seen
    }
}
void nested_function(int n) {
    void put(int *a, int i, int v) { a[0] += v; }
    for (int i = 0; i < n; i++) put(A, i, 1); // dependent
}
