// Headers of loops, types of control variables, early exits and jumps.

int A[1000], B[1000];
unsigned char narrow;
extern int limit;
double X[1000];

void steps(int n, int s) {
    for (int i = 0; i < n; i += 2) A[i] = A[i + 1]; // parallel
    for (int i = 0; i < n; i += 2) A[i] = A[i + 2]; // dependent
    for (int i = 0; i < n; i += 3) { A[i] = 1; A[i + 2] = 2; } // parallel
    for (int i = 0; i < n; i += 3) { A[i] = 1; A[i + 3] = 2; } // dependent
    for (int i = n - 1; i >= 0; i--) A[i] = A[i + 1]; // dependent
    for (int i = n; i > 0; --i) A[i] = 2 * A[i]; // parallel
    for (int i = 0; i < n; i += s) A[i] = 0; // parallel if seen
    for (int i = 0; i < n; i += s) A[i] = A[i + s]; // dependent
    for (int i = 0; i < n; i = i + 4) A[i] = A[i + 3]; // parallel
    for (int i = 0; i < n; i = 4 + i) A[i] = A[i + 4]; // dependent
    for (int i = 1; i < n; i *= 2) A[i] = 0; // parallel if seen
    for (int i = 1; i < n; i <<= 1) A[i] = A[2 * i]; // dependent
    for (int i = 0; i != n; i++) A[i] = 1; // parallel
    for (int i = 0; i < n; i += i + 1) A[i] = 1; // parallel if seen
    for (int i = 0; n > i; i -= -1) A[i] = 1; // parallel
}
void wraps(unsigned n, unsigned m) {
    for (unsigned char c = 250; c != 4; c++) A[c] = A[c] + 1; // parallel
    for (unsigned char c = 0; c != n; c++) A[c] += 1; // parallel if seen
    for (unsigned char c = 0; c < 300; c++) A[c] += 1; // not countable
    for (unsigned i = n - 1; i < n; i--) A[i] = 0; // parallel
    for (unsigned i = n - 1; i < n; i--) A[i] = A[i + 1]; // dependent
    for (unsigned i = n; i != m; i++) A[i % 16] = 0; // dependent
    for (unsigned i = 0; i < n; i++) A[(unsigned char)i] = 0; // dependent
    for (unsigned i = 0; i < n; i++) A[(unsigned char)(i * 2)] = 0; // dependent
    for (unsigned i = 0; i < 256; i++) A[(unsigned char)(i * 2)] = 0; // dependent
    for (unsigned i = 0; i < 100; i++) A[(unsigned char)i] = 0; // parallel if seen
    for (unsigned char c = 0; c < 200; c++) A[(unsigned char)(c + 100)] = 0; // parallel if seen
    for (unsigned char c = 0; c < 200; c++) A[(unsigned char)(c * 2)] = 0; // dependent
    for (signed char c = 0; c < 100; c++) A[c + 100] = A[c]; // parallel
    for (unsigned i = 0; i < n; i += 0x80000000u) A[i & 7] += 1; // dependent
    for (unsigned i = 0; i <= n; i++) A[i & 1023] += 1; // dependent
}
void unsigned_subscripts(unsigned n, unsigned m, unsigned *u) {
    for (unsigned i = 0; i < n; i++) A[i - m] = A[i - m] + 1; // parallel
    for (unsigned i = 0; i < n; i++) A[2 * i] = A[2 * i + 1]; // parallel
    for (unsigned i = 0; i < n; i++) u[i * 0x80000000u] = i; // dependent
    for (unsigned i = 0; i < n; i++) u[i * 0x10000u * 0x10000u] = i; // dependent
    for (unsigned i = 0; i < n; i++) u[m - i] = i; // parallel if seen
    for (unsigned i = 0; i < n; i++) u[i * m] = i; // dependent
    for (unsigned long i = 0; i < n; i++) u[(unsigned)i] = i; // parallel if seen
    for (unsigned long i = 0; i < n; i++) u[(unsigned short)i] = i; // dependent
    for (long i = 0; i < n; i++) u[(int)i] = i; // parallel if seen
    for (long i = 0; i < n; i++) u[(short)i] = i; // dependent
}
void floats(double x) {
    for (double t = 0; t < 10.0; t += 0.25) A[(int)t] = 1; // dependent
    for (float t = 0; t < 100.0f; t += 1.0f) A[(int)t] = 1; // not provable
    for (double t = 0; t < x; t += 1.0) X[0] += t; // dependent
}
void control_changed(int n, int c) {
    for (int i = 0; i < n; i++) { A[i] = 0; if (c) i++; } // not countable
    for (int i = 0; i < n; i++) { A[i] = A[i + 1]; i += 1; } // not countable
    for (int i = 0; i < n;) { A[i] = 0; i++; } // not countable
    for (int i = 0; i < n; i++) { int *p = &i; A[i] = *p; } // parallel if seen
    for (int i = 0; i < n; i++) A[i++] = 0; // not countable
    for (int i = 0; i++ < n;) A[i] = 0; // not countable
}
void bound_changed(int n, int m) {
    for (int i = 0; i < n; i++) { A[i] = 0; n--; } // dependent
    for (int i = 0; i < limit; i++) { A[i] = 0; limit = B[i]; } // dependent
    for (int i = 0; i < A[0]; i++) A[i] = B[i]; // dependent
    for (int i = 0; i < A[999]; i++) A[i] = B[i]; // dependent
    for (int i = 0; i < B[0]; i++) A[i] = B[i]; // parallel
    for (int i = 0; i < n; i += m) { A[i] = 0; m = B[i]; } // dependent
    for (int i = 0; i < n * m; i++) { A[i] = 0; if (B[i]) m = 0; } // dependent
}
void exits(int n, int key) {
    int found = -1;
    for (int i = 0; i < n; i++) { if (A[i] == key) { found = i; break; } } // dependent
    for (int i = 0; i < n; i++) { A[i] = 0; if (B[i]) break; } // not countable
    for (int i = 0; i < n && A[i] != key; i++) A[i] = 0; // not countable
    for (int i = 0; i < n; i++) { if (B[i]) return; A[i] = 0; } // not countable
    for (int i = 0; i < n; i++) { if (B[i]) continue; A[i] = 0; } // parallel
    for (int i = 0; i < n; i++) { // parallel
        for (int j = 0; j < 3; j++) { // not countable
            if (B[3 * i + j]) break;
            A[3 * i + j] = 0;
        }
    }
    for (int i = 0; i < n; i++) { // parallel
        switch (B[i]) {
        case 0: A[i] = 1; break;
        default: A[i] = 2;
        }
    }
    for (int i = 0; i < n; i++) { // not countable
        switch (B[i]) {
        case 0: A[i] = 1; break;
        default: goto out;
        }
    }
out:
    for (int i = 0; i < n; i++) { // parallel if seen
        if (B[i]) goto next;
        A[i] = 1;
    next:;
    }
    for (int i = 0; i < n; i++) { // dependent
    again:
        A[0]++;
        if (A[0] < 5) goto again;
    }
    B[0] = found;
}
void jumped_into(int n, int c) {
    int i = 5;
    if (c) goto inside;
    for (i = 0; i < n; i++) { // not countable
        A[i] = 1;
    inside:
        A[i] += 2;
    }
}
void computed(int n) {
    void *where = &&here;
    for (int i = 0; i < n; i++) { // not countable
        goto *where;
    here:
        A[i] = 1;
    }
}
void no_test(int n) {
    for (int i = 0;; i++) { A[i] = 0; if (i == n) break; } // not countable
    int i = 2;
    for (; i < n; i++) A[i] = 0; // parallel if seen
    for (i = 0, n = 5; i < n; i++) A[i] = 0; // parallel if seen
    int j;
    for (i = 0, j = 0; i < n; i++, j++) A[j] = B[i]; // parallel if seen
    for (i = 0, j = 0; i < n; i++, j += 2) A[j] = A[i]; // dependent
    for (i = 0, j = 9; i < j; i++, j--) A[i] = A[j]; // parallel if seen
}
void guards(int n, int m) {
    for (int i = 0; i < n; i++) if (i > m) A[i] = A[m]; // parallel if seen
    for (int i = 0; i < n; i++) if (i >= m) A[i] = A[m]; // dependent
    for (int i = 0; i < n; i++) if (i != m) A[i] = A[m]; // parallel if seen
    for (int i = 0; i < n; i++) if (i == m) A[0] = i; // parallel if seen
    for (int i = 0; i < n; i++) if (B[i] == m) A[0] = i; // dependent
    for (int i = 0; i < n; i++) if (i < 10) A[i] = A[i + 10]; // parallel if seen
    for (int i = 0; i < n; i++) if (i <= 10) A[i] = A[i + 10]; // dependent
    for (int i = 0; i < n; i++) if (i < 10 || B[i]) A[i] = A[i + 10]; // dependent
    if (m >= n) for (int i = 0; i < n; i++) A[i] = A[i + m]; // parallel
    if (m > 0) for (int i = 0; i < n; i++) A[i] = A[i + m]; // dependent
    if (m != 0) for (int i = 0; i < n; i++) A[i] = A[i + m]; // dependent
    if (m >= n) { m = 1; for (int i = 0; i < n; i++) A[i] = A[i + m]; } // dependent
    if (m >= n) for (int i = 0; i < n; i++) { A[i] = A[i + m]; m--; } // dependent
}
void entered_in_the_middle(int n) {
    for (int i = 0; i < n; i++) { // dependent
        int k = B[i];
        switch (B[i]) { if (k > 2) { case 0: A[k] = 0; A[i] = 1; } }
    }
    for (int i = 0; i < n; i++) { // dependent
        int j = -3;
        switch (B[i]) { for (j = 5; j < 10; j++) { case 0: A[10 * i + j] = i; } } // not countable
    }
    for (int i = 0; i < n; i++) { // dependent
        int k = -i;
        switch (B[i]) { if (k == 7) { case 0: A[i + k] = i; } }
    }
}
