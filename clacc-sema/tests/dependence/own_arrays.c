// Arrays that each iteration fills before it reads them.

int A[1000], B[1000], G[10], gn;
struct point { int x, y; };
int opaque(int *);
static int at(const int *a, int i) { return a[i]; }

void constant_elements(int n) {
    int t[4], u[4], v[4], w[4];
    for (int i = 0; i < n; i++) { t[0] = B[i]; t[1] = B[i + 1]; A[i] = t[0] * t[1]; } // parallel, private t
    for (int i = 0; i < n; i++) { u[0] = B[i]; A[i] = u[0] + u[1]; u[1] = i; } // dependent
    for (int i = 0; i < n; i++) { v[0] = B[i]; v[0] += 2; A[i] = v[0]; } // parallel, private v
    for (int i = 0; i < n; i++) { w[0] += B[i]; A[i] = w[0]; } // dependent
}
void whole_loops(int n, int m) {
    int t[10], u[10], v[10], w[10], x[10], y[10], z[10];
    for (int i = 0; i < n; i++) { // parallel, private t
        for (int j = 0; j < m; j++) t[j] = B[10 * i + j]; // parallel
        for (int j = 0; j < m; j++) A[m * i + j] += t[j]; // parallel
    }
    for (int i = 0; i < n; i++) { // dependent
        for (int j = 0; j < m; j++) u[j] = B[10 * i + j]; // parallel
        for (int j = 0; j <= m; j++) A[i] += u[j]; // dependent
        u[m] = i;
    }
    for (int i = 0; i < n; i++) { // parallel, private v
        v[0] = 0;
        for (int j = 1; j < m; j++) v[j] = B[10 * i + j]; // parallel
        v[m] = 1;
        for (int j = 0; j <= m; j++) A[i] += v[j]; // dependent
    }
    for (int i = 0; i < n; i++) { // parallel, private w
        for (int j = 9; j >= 0; j--) w[j] = i; // parallel
        for (int j = 1; j < 9; j++) A[10 * i + j] = w[j - 1] + w[j + 1]; // parallel
    }
    for (int i = 0; i < n; i++) { // dependent
        for (int j = 1; j < 9; j++) x[j] = i; // parallel
        for (int j = 1; j < 9; j++) A[10 * i + j] = x[j - 1] + x[j + 1]; // parallel
        x[9] = i;
    }
    for (int i = 0; i < 8; i++) { // parallel, private y
        for (int j = 0; j <= i; j++) y[j] = B[j]; // parallel
        for (int j = 0; j <= i; j++) A[10 * i + j] = y[i - j]; // parallel if seen
    }
    for (int i = 0; i < 8; i++) { // dependent
        for (int j = 0; j < i; j++) z[j] = B[j]; // parallel
        for (int j = 0; j <= i; j++) A[10 * i + j] = z[i - j]; // parallel if seen
    }
}
void no_iteration(int n, int m) {
    int t[10] = {0}, u[10] = {0}, v[10] = {0};
    for (int i = 0; i < n; i++) { // not provable
        for (int j = 0; j < m; j++) t[0] = i; // dependent
        A[i] = t[0];
    }
    for (int i = 0; i < n; i++) { // parallel, private u
        for (int j = 0; j < 3; j++) u[0] = i; // dependent
        A[i] = u[0];
    }
    for (int i = 0; i < n; i++) { // parallel, private v
        for (int j = 0; j < m; j++) v[j] = i; // parallel
        if (m > 2) A[i] = v[2];
    }
}
void conditions(int n, int m) {
    int t[10] = {0}, u[10] = {0}, v[10] = {0}, w[10] = {0}, x[10] = {0}, y[10] = {0};
    for (int i = 0; i < n; i++) { // dependent
        if (B[i] > 3) t[0] = i;
        A[i] = t[0];
    }
    for (int i = 0; i < n; i++) { // not provable
        if (B[i] > 3) u[0] = i; else u[0] = 2;
        A[i] = u[0];
    }
    for (int i = 0; i < n; i++) { // parallel, private v
        if (B[i] > 3) { v[0] = i; A[i] = v[0]; }
    }
    for (int i = 0; i < n; i++) { // dependent
        for (int j = 0; j < 10; j++) { if (B[j] == i) continue; w[j] = i; } // parallel if seen
        A[i] = w[3];
    }
    for (int i = 0; i < n; i++) { // dependent
        for (int j = 0; j < 10; j++) { if (B[j] == i) break; x[j] = i; } // not countable
        A[i] = x[3];
    }
    for (int i = 0; i < n; i++) { // dependent
        B[i] > 3 && (y[0] = i);
        A[i] = y[0];
    }
}
void more_conditions(int n, int m) {
    int t[10] = {0}, u[10] = {0}, v[10] = {0}, w[10] = {0};
    for (int i = 0; i < n; i++) { // dependent
        switch (B[i]) { case 0: t[0] = i; case 1: A[i] = t[0]; }
    }
    for (int i = 0; i < n; i++) { // dependent
        while (B[i] > m) { u[0] = i; m++; }
        A[i] = u[0];
    }
    for (int i = 0; i < n; i++) { // dependent
        A[i] = B[i] > 2 ? (v[0] = i) : 4;
        A[i] += v[0];
    }
    for (int i = 0; i < n; i++) { // dependent
        for (int j = 0; j < 4; j++, w[j] = 0) A[10 * i + j] = w[j]; // dependent
    }
}
void unsigned_loops(unsigned n, int m) {
    int t[10] = {0}, u[10] = {0}, v[10] = {0};
    for (int i = 0; i < 90; i++) { // parallel, private t
        for (unsigned j = 0; j < n; j++) t[j] = i; // parallel
        for (unsigned j = 0; j < n; j++) A[i] += t[j]; // dependent
    }
    for (int i = 0; i < 90; i++) { // not provable
        for (int j = m; j < n; j++) u[j] = i; // parallel if seen
        for (int j = 0; j < 4; j++) A[10 * i + j] = u[j]; // parallel
    }
    for (int i = 0; i < 90; i++) { // dependent
        for (int j = -1; j < n; j++) v[j + 1] = i; // parallel if seen
        A[i] = v[0];
    }
}
void nests(int n, int m) {
    int t[8][8], u[8][8], v[8][8];
    for (int i = 0; i < n; i++) { // parallel, private t
        for (int j = 0; j < 8; j++) // parallel
            for (int k = 0; k < 8; k++) t[j][k] = B[64 * i + 8 * j + k]; // parallel
        for (int j = 0; j < 8; j++) // parallel if seen
            for (int k = 0; k < 8; k++) A[64 * i + 8 * j + k] = t[k][j]; // parallel if seen
    }
    for (int i = 0; i < n; i++) { // dependent
        for (int j = 0; j < 8; j++) // parallel
            for (int k = 0; k < j; k++) u[j][k] = i; // parallel
        A[i] = u[3][4];
        u[3][4] = i;
    }
    for (int i = 0; i < n; i++) { // parallel, private v
        for (int j = 0; j < 8; j++) // parallel
            for (int k = 0; k < j; k++) v[j][k] = i; // parallel
        A[i] = v[4][3];
    }
}
void in_an_inner_loop(int n, int m) {
    int t[8], u[8];
    for (int i = 0; i < n; i++) // parallel, private t
        for (int j = 0; j < 10; j++) { // parallel, private t
            for (int k = 0; k < 8; k++) t[k] = i + j + k; // parallel
            A[10 * i + j] = t[0] + t[7];
        }
    for (int i = 0; i < n; i++) // dependent
        for (int j = 0; j < 10; j++) { // dependent
            A[10 * i + j] = u[j % 8];
            for (int k = 0; k < 8; k++) u[k] = i + j + k; // parallel
        }
}
int read_behind(int n) {
    int t[8], u[8], v[8], w[8];
    for (int i = 0; i < n; i++) { t[0] = i; A[i] = t[0]; } // not provable
    for (int i = 0; i < n; i++) { u[0] = i; A[i] = u[0]; } // parallel, private u
    for (int i = 0; i < n; i++) { u[0] = B[i]; A[i] = u[0]; } // parallel, private u
    for (int i = 0; i < n; i++) { v[0] = i; A[i] = v[0]; } // not provable
    for (int i = 0; i < n; i++) A[i] += v[0]; // parallel
    for (int i = 0; i < n; i++) { w[0] = i; A[i] = w[0]; } // parallel, private w
    w[0] = 3;
    return t[0] + w[0];
}
void read_again(int n, int m) {
    int t[8] = {0}, u[8] = {0};
    for (int k = 0; k < m; k++) { // dependent
        B[k] += t[0];
        for (int i = 0; i < n; i++) { t[0] = i; A[i] = t[0]; } // not provable
    }
    for (int k = 0; k < m; k++) { // not provable
        u[0] = k;
        B[k] += u[0];
        for (int i = 0; i < n; i++) { u[0] = i; A[i] = u[0]; } // parallel, private u
    }
}
void declared_around(int n, int m) {
    for (int k = 0; k < m; k++) { // not provable
        int t[8];
        for (int i = 0; i < n; i++) { t[0] = i; A[i] = t[0]; } // parallel, private t
    }
}
void first_values_used(int n) {
    int t[8] = {1, 2, 3, 4, 5, 6, 7, 8}, u[8] = {0};
    for (int i = 0; i < n; i++) { t[0] = i; A[i] = t[0] + t[1]; } // not provable
    for (int i = 0; i < n; i++) { A[i] = u[1]; u[0] = i; } // not provable
}
void other_arrays(int n, int m, int *p) {
    int vla[m], *q = p, of_pointer[8];
    static int kept[8];
    struct point s[4];
    for (int i = 0; i < n; i++) { vla[0] = i; A[i] = vla[0]; } // not provable
    for (int i = 0; i < n; i++) { p[0] = i; A[i] = p[0]; } // dependent
    for (int i = 0; i < n; i++) { q[0] = i; A[i] = q[0]; } // dependent
    for (int i = 0; i < n; i++) { kept[0] = i; A[i] = kept[0]; } // not provable
    for (int i = 0; i < n; i++) { G[0] = i; A[i] = G[0]; } // dependent
    for (int i = 0; i < n; i++) { s[0].x = i; A[i] = s[0].x; } // parallel if seen
    for (int i = 0; i < n; i++) { of_pointer[0] = i; A[i] = at(of_pointer, 0); } // parallel if seen
    for (int i = 0; i < n; i++) { volatile int v[2]; v[0] = i; A[i] = v[0]; } // not provable
}
void with_address(int n) {
    int t[8], u[8], *p = t;
    for (int i = 0; i < n; i++) { t[0] = i; A[i] = t[0]; } // not provable
    for (int i = 0; i < n; i++) { u[0] = i; A[i] = u[0]; } // not provable
    B[0] = opaque(u) + p[0];
}
void unknown_subscripts(int n, int m) {
    int t[10] = {0}, u[10] = {0}, v[10] = {0};
    for (int i = 0; i < n; i++) { // not provable
        for (int j = 0; j < 10; j++) t[B[j]] = i; // not provable
        A[i] = t[3];
    }
    for (int i = 0; i < n; i++) { // not provable
        for (int j = 0; j < m; j++) u[j] = i; // parallel
        A[i] = u[B[i]];
    }
    for (int i = 0; i < n; i++) { // parallel if seen
        for (int j = 0; j < 10; j++) v[j] = i; // parallel
        A[i] = v[B[i]];
    }
}
void changed_bounds(int n, int m) {
    int t[10] = {0}, u[10] = {0};
    for (int i = 0; i < n; i++) { // dependent
        for (int j = 0; j < m; j++) t[j] = i; // parallel
        m++;
        A[i] = t[m - 1];
    }
    for (int i = 0; i < n; i++) { // not provable
        for (int j = 0; j < gn; j++) u[j] = i; // parallel
        for (int j = 0; j < gn; j++) A[10 * i + j] = u[j]; // parallel
    }
}
void jumps_back(int n) {
    int t[8] = {0};
again:
    for (int i = 0; i < n; i++) { t[0] = i; A[i] = t[0]; } // not provable
    if (n-- > 3) goto again;
}
