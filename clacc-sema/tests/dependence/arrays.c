// Arrays of each iteration, members, unions and casts.

int A[1000], B[1000];
double D[100][100];
struct point { int x, y; int v[10]; struct point *next; } P[100], Q[100], one;
union both { int i; float f; struct { short low, high; } parts; } U[100], u1;
struct bits { unsigned a : 3, b : 5; int whole; } F[100], f1;

void filled_first(int n) {
    int t[10];
    for (int i = 0; i < n; i++) { // parallel, private t
        for (int j = 0; j < 10; j++) t[j] = B[10 * i + j]; // parallel
        for (int j = 0; j < 10; j++) A[10 * i + j] = t[9 - j]; // parallel
    }
}
void declared_inside(int n) {
    for (int i = 0; i < n; i++) { // parallel
        int t[10];
        for (int j = 0; j < 10; j++) t[j] = B[10 * i + j]; // parallel
        for (int j = 0; j < 10; j++) A[10 * i + j] = t[9 - j]; // parallel
    }
}
void not_quite_filled(int n) {
    int t[10] = {0};
    for (int i = 0; i < n; i++) { // dependent
        for (int j = 0; j < 9; j++) t[j] = B[10 * i + j]; // parallel
        for (int j = 0; j < 10; j++) A[10 * i + j] = t[j]; // parallel
        t[9] = i;
    }
}
void filled_sometimes(int n, int m) {
    int t[10] = {0};
    for (int i = 0; i < n; i++) { // dependent
        if (B[i]) for (int j = 0; j < 10; j++) t[j] = i; // parallel
        A[i] = t[3];
    }
    for (int i = 0; i < n; i++) { // not provable
        for (int j = 0; j < m; j++) t[j] = i; // parallel
        A[i] = t[3];
    }
}
void filled_by_steps(int n) {
    int t[10] = {0};
    for (int i = 0; i < n; i++) { // dependent
        for (int j = 0; j < 10; j += 2) t[j] = B[i]; // parallel
        for (int j = 0; j < 10; j++) A[10 * i + j] = t[j]; // parallel
        t[1] = i;
    }
}
void read_behind(int n) {
    int t[10];
    for (int i = 0; i < n; i++) { // parallel if seen
        for (int j = 0; j < 10; j++) t[j] = B[10 * i + j]; // parallel
        A[i] = t[0] + t[9];
    }
    A[0] = t[4];
}
void read_first(int n) {
    int t[10] = {0};
    for (int i = 0; i < n; i++) { // dependent
        A[i] = t[0];
        for (int j = 0; j < 10; j++) t[j] = B[10 * i + j]; // parallel
    }
}
void own_elements(int n) {
    int t[1000];
    for (int i = 0; i < n; i++) { t[i] = B[i]; A[i] = t[i]; } // parallel
    for (int i = 1; i < n; i++) { t[i] = B[i]; A[i] = t[i - 1]; } // dependent
    for (int i = 0; i < n; i++) { t[0] = B[i]; A[i] = t[0]; } // parallel if copied
    for (int i = 0; i < n; i++) { t[B[i]] = i; A[i] = t[B[i]]; } // parallel if seen
}
void filled_and_leaked(int n) {
    int t[10], *p = t;
    for (int i = 0; i < n; i++) { // dependent
        for (int j = 0; j < 10; j++) t[j] = B[10 * i + j]; // parallel if seen
        A[i] = p[0];
    }
}
void members(int n, struct point *p, struct point *restrict q) {
    for (int i = 0; i < n; i++) P[i].x = P[i].y; // parallel
    for (int i = 0; i < n; i++) P[i].x = P[i + 1].y; // parallel
    for (int i = 0; i < n; i++) P[i].x = P[i + 1].x; // dependent
    for (int i = 0; i < n; i++) P[i] = P[i + 1]; // dependent
    for (int i = 0; i < n; i++) P[i].x = Q[i + 1].x; // parallel
    for (int i = 0; i < n; i++) { P[i] = Q[i]; Q[i + 1].x = 3; } // dependent
    for (int i = 0; i < n; i++) { struct point t = P[i + 1]; P[i].x = t.y; } // dependent
    for (int i = 0; i < n; i++) one.x = i; // dependent
    for (int i = 0; i < n; i++) { one.x = B[i]; A[i] = one.x; } // dependent
    for (int i = 0; i < 10; i++) one.v[i] = one.x; // parallel
    for (int i = 0; i < 10; i++) p->v[i] = p->x; // parallel if seen
    for (int i = 0; i < 10; i++) p->v[i] = q->v[i + 1]; // parallel if seen
    for (int i = 0; i < n; i++) p[i].next->x = i; // not provable
    for (int i = 0; i < n; i++) { p->x = i; p = p->next; } // dependent
    for (int i = 0; i < n; i++) P[i].v[3] = P[i].v[2]; // parallel
    for (int i = 0; i < n; i++) P[3].v[2] += P[i].v[2]; // dependent
    for (int i = 0; i < n; i++) p[i].x = p[i + 1].y; // parallel if seen
    for (int i = 0; i < n; i++) p[i].x = A[i]; // not provable
    for (int i = 0; i < n; i++) one.x += B[i]; // dependent
    for (struct point *t = p; t; t = t->next) t->x = 0; // not countable
    for (struct point *t = P; t < P + n; t++) t->x = 0; // parallel if seen
    for (int *t = A; t < A + n; t++) *t = 0; // parallel if seen
    for (int *t = A; t < A + n; t++) t[0] = t[1]; // dependent
}
void unions(int n) {
    for (int i = 0; i < n; i++) U[i].f = U[i].i; // parallel if seen
    for (int i = 0; i < n; i++) U[i].f = U[i + 1].i; // dependent
    for (int i = 0; i < n; i++) U[i].parts.low = U[i + 1].i; // dependent
    for (int i = 0; i < n; i++) { u1.i = B[i]; A[i] = u1.f; } // dependent
    for (int i = 0; i < n; i++) { A[i] = u1.f; u1.i = B[i]; } // dependent
}
void bit_fields(int n) {
    for (int i = 0; i < n; i++) F[i].a = F[i].b; // parallel if seen
    for (int i = 0; i < n; i++) F[i].a = F[i + 1].a; // dependent
    for (int i = 0; i < n; i++) { f1.a = i; f1.b += i; } // dependent
}
void casts(int n, double *d) {
    for (int i = 0; i < n; i++) ((int *)d)[i] = ((int *)d)[i + 1]; // dependent
    for (int i = 0; i < n; i++) ((float *)d)[i] = d[i]; // dependent
    for (int i = 0; i < n; i++) ((double (*)[10])d)[i][0] = d[i]; // dependent
    for (int i = 0; i < n; i++) ((struct point *)A)[i].x = A[i + 1]; // dependent
    for (int i = 0; i < n; i++) *(long *)&A[i] = 0; // dependent
}
void beyond_a_row(int n, double (*r)[100]) {
    for (int i = 0; i < n; i++) // parallel
        for (int j = 0; j < 100; j++) D[i][j] = 0; // parallel
    for (int i = 0; i < n; i++) (*r)[i] = r[0][i + 1]; // dependent
    for (int i = 0; i < n; i++) (*(r + i))[0] = r[i][1]; // parallel
    for (int i = 0; i < n; i++) *r[i] = r[i][1]; // parallel
    for (int i = 0; i < n; i++) **(r + i) = (*r)[i]; // parallel if seen
}
