// What guards and assignments say about the values of symbols, and what they no longer say.

int A[10000], B[10000], limit, G;
void opaque(void);

void unsigned_guard(int n, unsigned m) {
    if (m >= n) for (int i = 1; i < n; i++) A[i] = A[i + m]; // dependent
}
void shadowed_bound(int n, int m) {
    if (m >= n) { int n = 100; for (int i = 0; i < n; i++) A[i] = A[i + m]; } // dependent
    if (m >= n) { int m = 1; for (int i = 0; i < n; i++) A[i] = A[i + m]; } // dependent
}
void or_else(int n, int m, int c) {
    if (m >= n || c) for (int i = 0; i < n; i++) A[i] = A[i + m]; // dependent
    if (m >= n && c) for (int i = 0; i < n; i++) A[i] = A[i + m]; // parallel
    if (m >= n) {} else for (int i = 0; i < n; i++) A[i] = A[i + m]; // dependent
    if (m < n) {} else for (int i = 0; i < n; i++) A[i] = A[i + m]; // parallel if seen
    if (!(m < n)) for (int i = 0; i < n; i++) A[i] = A[i + m]; // parallel if seen
    if (!(m >= n)) for (int i = 0; i < n; i++) A[i] = A[i + m]; // dependent
    if (m < n) return;
    for (int i = 0; i < n; i++) A[i] = A[i + m]; // parallel if seen
}
void changed_before(int n, int m) {
    if (m >= n) {
        n = 100;
        for (int i = 0; i < n; i++) A[i] = A[i + m]; // dependent
    }
    if (m >= n) {
        n++;
        for (int i = 0; i < n; i++) A[i] = A[i + m]; // dependent
    }
    if (m >= n) {
        int *p = &m;
        *p = 1;
        for (int i = 0; i < n; i++) A[i] = A[i + m]; // dependent
    }
}
void taken(int *);
void changed_in_a_call(int n, int m) {
    if (m >= n) {
        taken(&m);
        for (int i = 0; i < n; i++) A[i] = A[i + m]; // not provable
    }
}
void changed_global(int n) {
    if (G >= n) {
        opaque();
        for (int i = 0; i < n; i++) A[i] = A[i + G]; // not provable
    }
    if (G >= n) for (int i = 0; i < n; i++) A[i] = A[i + G]; // parallel if seen
}
void changed_in_a_loop(int n, int m) {
    if (m >= n)
        for (int s = 0; s < 3; s++) { // dependent
            for (int i = 0; i < n; i++) A[i] = A[i + m]; // dependent
            m = 1;
        }
}
void stale(int n, int c) {
    int m = n;
    for (int i = 0; i < n; i++) A[i] = A[i + m]; // parallel if seen
    n = 50;
    for (int i = 0; i < n; i++) A[i] = A[i + m]; // dependent
    m = n;
    n += c;
    for (int i = 0; i < n; i++) A[i] = A[i + m]; // dependent
    m = n;
    if (c) m = 1;
    for (int i = 0; i < n; i++) A[i] = A[i + m]; // dependent
}
void constant(int n) {
    int m = 100;
    for (int i = 0; i < 100; i++) A[i] = A[i + m]; // parallel if seen
    for (int i = 0; i <= 100; i++) A[i] = A[i + m]; // dependent
    if (n) m = 99;
    for (int i = 0; i < 100; i++) A[i] = A[i + m]; // dependent
}
void of_an_outer_loop(int n) {
    for (int k = 0; k < n; k++) // dependent
        for (int i = k + 1; i < n; i++) A[i] = A[k]; // parallel
    for (int k = 0; k < n; k++) // dependent
        for (int i = k; i < n; i++) A[i] = A[k]; // dependent
    for (int k = 0; k < n; k++) // not countable
        for (int i = k + 1; i < n; i++) { A[i] = A[k]; k++; } // dependent
    for (int k = 0; k < n; k++) { // dependent
        int l = k;
        for (int i = l + 1; i < n; i++) A[i] = A[l]; // parallel if seen
        l++;
        for (int i = l; i < n; i++) A[i] = A[l]; // dependent
    }
}
void equal(int n, int m) {
    if (m == n) for (int i = 0; i < n; i++) A[i] = A[i + m]; // parallel
    if (m == 0) for (int i = 0; i < n; i++) A[i] = A[i + m]; // parallel
    if (m == 1) for (int i = 0; i < n; i++) A[i] = A[i + m]; // dependent
    if (m = n) for (int i = 0; i < n; i++) A[i] = A[i + m]; // parallel if seen
    if (m) for (int i = 0; i < n; i++) A[i] = A[i + m]; // dependent
    if (m > 5) for (int i = 0; i < 6; i++) A[i] = A[i + m]; // parallel
    if (m > 5) for (int i = 0; i < 7; i++) A[i] = A[i + m]; // dependent
    if (m < -5) for (int i = 0; i < 6; i++) A[i + 100] = A[i + 100 + m]; // parallel
}
void while_guard(int n, int m) {
    while (m >= n) {
        m--;
        for (int i = 0; i < n; i++) A[i] = A[i + m]; // dependent
    }
}
void inside(int n, int m) {
    for (int i = 0; i < n; i++) { // parallel if seen
        if (i >= m) continue;
        A[i] = A[m];
    }
    for (int i = 0; i < n; i++) { // dependent
        if (i > m) continue;
        A[i] = A[m];
    }
    for (int i = 0; i < n; i++) { // dependent
        if (i > m) {}
        A[i] = A[m];
    }
    for (int i = 0; i < n; i++) A[i] = i < m ? A[m] : 0; // dependent
    for (int i = 0; i < m; i++) A[i] = i < m ? A[m] : 0; // parallel
    for (int i = 0; i < n; i++) { // dependent
        if (i < m && B[i]) A[i] = 1;
        else A[i] = A[m];
    }
    for (int i = 0; i < n; i++) switch (i) { case 0: A[5] = 1; break; case 5: A[i] = 2; } // dependent
}
void parity(int n) {
    for (int i = 0; i < n; i++) if (i % 2 == 0) A[i] = A[i + 1]; // parallel if seen
    for (int i = 0; i < n; i++) if (i % 2 == 0) A[i] = A[i + 2]; // dependent
    for (int i = 0; i < n; i++) if (i & 1) A[i] = A[i - 1]; // parallel if seen
}
void bound_in_memory(int n, int *p, char *c, double *d) {
    for (int i = 0; i < limit; i++) p[i] = 0; // not provable
    for (int i = 0; i < limit; i++) c[i] = 0; // not provable
    for (int i = 0; i < limit; i++) d[i] = 0; // parallel if seen
    for (int i = 0; i < n; i++) p[i + G] = p[i + G] + 1; // not provable
    for (int i = 0; i < n; i++) A[i + G] = A[i + G] + 1; // parallel
    for (int i = 0; i < n; i++) { A[i + G] = 0; G = B[i]; } // dependent
}
void empty(void) {
    for (int i = 0; i < 0; i++) A[0] = i; // parallel if seen
    for (int i = 0; i < 1; i++) A[0] = i; // parallel if seen
    for (int i = 5; i < 5; i++) A[0] += i; // parallel if seen
    for (int i = 0; i < 2; i++) A[0] += i; // dependent
}
