// Memory that may be the same without looking so.

int A[100], B[100], G, limit;
extern int behind[];
struct list { int n; int *a, *b; int *restrict c, *restrict d; struct list *next; int own[10]; };
struct point { int x, y, z[4]; } P[100], one;
int *chosen;
int **rows;
double *malloc_like(int);
double sqrt(double x) { G++; return x; }
static int abs(int x) { A[0] = x; return x; }

void members(int n, struct list *t, struct list *u) {
    for (int i = 0; i < n; i++) t->a[i] = t->b[i + 1]; // not provable
    for (int i = 0; i < n; i++) t->c[i] = t->d[i + 1]; // parallel if seen
    for (int i = 0; i < t->n; i++) t->a[i] = 0; // not provable
    for (int i = 0; i < n; i++) t->own[i] = u->own[i + 1]; // not provable
    for (int i = 0; i < n; i++) t->own[i] = t->n; // parallel if seen
    for (int i = 0; i < n; i++) t->a[i] = t->a[i] + 1; // parallel if seen
    for (int i = 0; i < n; i++) t->n = i; // dependent
    for (int i = 0; i < n; i++) t->next->own[i] = t->own[i + 1]; // not provable
    for (int i = 0; i < n; i++) { t->a[i] = 0; t->a = t->b; } // dependent
    for (int i = 0; i < n; i++) t[i].own[0] = t[i].own[1]; // parallel if seen
    for (int i = 0; i < n; i++) t[i].a[0] = i; // not provable
}
void globals_and_pointers(int n, int *p) {
    for (int i = 0; i < n; i++) { G += B[i]; p[i] = i; } // not provable
    for (int i = 0; i < n; i++) { G = B[i]; p[i] = G; } // not provable
    for (int i = 0; i < n; i++) p[i] = G; // not provable
    for (int i = 0; i < n; i++) { G = p[i]; A[i] = G; } // not provable
    for (int i = 0; i < n; i++) G += p[i]; // not provable
    for (int i = 0; i < n; i++) behind[i] = A[i]; // parallel if seen
    for (int i = 0; i < n; i++) behind[i] = behind[i + 1]; // dependent
}
void shadowing_parameter(int n, int *A) {
    for (int i = 0; i < n; i++) A[i] = B[i]; // not provable
    for (int i = 0; i < n; i++) A[i] = i; // parallel
}
void reading_pointers(int n, const int *p, const int *q) {
    for (int i = 0; i < n; i++) A[i] = p[i]; // not provable
    for (int i = 0; i < n; i++) chosen[i] = p[i + 1]; // not provable
}
void through_a_cast(int n, const int *p) {
    int *w = (int *)p;
    for (int i = 0; i < n; i++) w[i] = p[i + 1]; // dependent
    for (int i = 0; i < n; i++) ((int *)p)[i] = p[i + 1]; // dependent
}
void restricted_and_moved(int n, int *restrict p, int *restrict q) {
    for (int i = 0; i < n; i++) { *p = q[i]; p++; } // dependent
    for (int i = 0; i < n; i++) { p[i] = q[i]; q = p; } // dependent
}
void restricted_and_global(int n, int *restrict p) {
    chosen = p;
    for (int i = 0; i < n; i++) p[i] = chosen[i + 1]; // not provable
}
void given_by_a_call(int n) {
    double *p = malloc_like(n);
    double *q = malloc_like(n);
    for (int i = 0; i < n; i++) p[i] = q[i + 1]; // not provable
    for (int i = 0; i < n; i++) p[i] = 0; // parallel
}
void rows_of_one(int n, int **r, int *row) {
    for (int i = 0; i < n; i++) r[0][i] = r[0][i + 1]; // dependent
    for (int i = 0; i < n; i++) r[i] = row + 2 * i; // not countable
    for (int i = 0; i < n; i++) r[i] = row; // not countable
    for (int i = 0; i < n; i++) r[i][0] += 1; // not provable
    for (int i = 0; i < n; i++) rows[i][i] = 1; // not provable
    for (int i = 0; i < n; i++) *r[i] = i; // not provable
    for (int i = 0; i < n; i++) row[i] = r[0][i]; // not provable
}
void stored_and_used(int n) {
    int *at[10];
    for (int i = 0; i < 10; i++) at[i] = A + i; // parallel
    for (int i = 0; i < 10; i++) *at[i] = at[9 - i][0]; // dependent
    for (int i = 0; i < 10; i++) at[i] = at[0]; // dependent
}
void structures(int n) {
    struct point *p = P;
    for (int i = 0; i < n; i++) { struct point *q = &P[i]; q->x = q[1].x; } // dependent
    for (int i = 0; i < n; i++) { struct point *q = &P[i]; q->x = q->y; } // parallel if seen
    for (int i = 0; i < n; i++) P[i] = P[0]; // dependent
    for (int i = 0; i < n; i++) P[i] = one; // parallel
    for (int i = 0; i < n; i++) p[i].x = P[i + 1].x; // dependent
    for (int i = 0; i < n; i++) P[i].z[0] = P[i].z[1] + P[i + 1].z[2]; // parallel
    for (int i = 0; i < n; i++) { P[i].x = i; P[n - 1 - i].x = i; } // dependent
    for (int i = 0; i < n; i++) { P[i].x = i; P[n - 1 - i].y = i; } // parallel
    for (int i = 0; i < n; i++) ((int *)P)[i] = 0; // parallel if seen
    for (int i = 0; i < n; i++) ((int *)P)[i] = P[i].x; // dependent
    for (int i = 0; i < n; i++) ((int *)&P[i])[1] = P[i].y + 1; // parallel if seen
    for (int i = 0; i < n; i++) *(&P[0].x + i) = P[0].y; // dependent
}
void own_functions_with_library_names(int n, double *d) {
    for (int i = 0; i < n; i++) d[i] = sqrt(d[i]); // dependent
    for (int i = 0; i < n; i++) B[i] = abs(B[i]); // dependent
}
void own_fmax(int n) {
    double fmax(double a, double b) { G++; return a; }
    double m = 0;
    for (int i = 0; i < n; i++) m = fmax(m, B[i]); // dependent
    A[0] = m;
}
void swapped(int n, int sweeps) {
    int *p = A, *q = B;
    for (int s = 0; s < sweeps; s++) { // dependent
        for (int i = 0; i < n; i++) p[i] = q[i + 1]; // parallel if seen
        int *t = p;
        p = q;
        q = t;
    }
    for (int s = 0; s < sweeps; s++) { // dependent
        for (int i = 0; i < n; i++) p[i] = q[i + 1]; // dependent
        q = p;
    }
}
void assigned_under_a_condition(int n, int c) {
    int *p = A;
    if (c) p = B;
    for (int i = 0; i < n; i++) p[i] = B[i + 1]; // dependent
    for (int i = 0; i < n; i++) B[i] = p[i + 1]; // dependent
}
void assigned_in_an_expression(int n) {
    int *p = A, *q;
    for (int i = 0; i < n; i++) (q = p)[i] = A[i + 1]; // dependent
    for (int i = 0; i < n; i++) q[i] = A[i + 1]; // dependent
    int **pp = &p;
    for (int i = 0; i < n; i++) (*pp)[i] = A[i + 1]; // dependent
    for (int i = 0; i < n; i++) { *pp = B; p[i] = B[i + 1]; } // dependent
}
void unused_names(int n) {
    typedef int ten[10];
    ten *t = (ten *)A;
    for (int i = 0; i < n; i++) t[i][0] = A[10 * i + 10]; // dependent
    for (int i = 0; i < n; i++) (*t)[i] = A[i + 1]; // dependent
}
