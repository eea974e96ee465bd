// Conversions: values that a type does not hold.

int A[100000], B[100000];
enum which { FIRST, SECOND };

void narrow_copies(int n) {
    for (int i = 0; i < n; i++) { unsigned char j = 2 * i; A[j] = i; } // dependent
    for (int i = 0; i < n; i++) { short j = i; A[j] = i; } // dependent
    for (int i = 0; i < n; i++) { _Bool j = i; A[j] = i; } // dependent
    for (int i = 0; i < n; i++) { float j = i; A[(int)j] = i; } // dependent
    for (int i = 0; i < n; i++) { double j = i; A[(int)j] = i; } // parallel if seen
    for (int i = 0; i < n; i++) { long j = i; A[j] = i; } // parallel if seen
    for (int i = 0; i < n; i++) { unsigned j = i; A[j] = i; } // parallel if seen
    for (int i = 0; i < n; i++) { unsigned j = i - 5; A[j + 5] = A[j + 6]; } // dependent
    for (int i = 0; i < n; i++) { int j = i / 2.0; A[j] = i; } // dependent
    for (int i = 0; i < n; i++) { const int j = i + 1; A[j] = A[i]; } // dependent
    for (int i = 0; i < 100; i++) { unsigned char j = i; A[j] = i; } // parallel if seen
}
void bit_field(int n) {
    struct { unsigned b : 3; } t;
    for (int i = 0; i < n; i++) { t.b = i; A[t.b] = i; } // dependent
}
void assigned_conversions(int n) {
    unsigned char c;
    short s;
    for (int i = 0; i < n; i++) { c = i; A[c] = i; } // dependent
    for (int i = 0; i < n; i++) { s = i; A[s] = A[s] + 1; } // dependent
    for (int i = 0; i < n; i++) A[c = i] = i; // dependent
}
void wide(int n, long l, unsigned long u, unsigned m) {
    for (int i = 0; i < n; i++) A[(long)i * 2] = A[2L * i + 1]; // parallel if seen
    for (long i = 0; i < l; i++) A[i] = A[i + 1]; // dependent
    for (unsigned long i = u - 1; i < u; i--) A[i] = 2 * A[i]; // parallel
    for (long i = 0; i < l; i++) A[(unsigned char)i] = i; // dependent
    for (int i = 0; i < n; i++) A[i - 1u] = A[i]; // dependent
    for (int i = 1; i < n; i++) A[i + 4294967295u] = A[i]; // dependent
    for (int i = 1; i < n; i++) A[i + 4294967295u] = B[i]; // parallel if seen
    for (unsigned i = 0; i < m; i++) A[i + 1 - 1] = B[i]; // parallel
    for (unsigned i = 10; i > 0; i -= 3) A[i & 63] += 1; // dependent
    for (unsigned i = 10; i < 11; i -= 3) A[i] += 1; // parallel if seen
    for (int i = n; i >= 0; i -= 2) A[i] = A[i + 1]; // parallel
    for (unsigned i = 0; i != m; i += 2) A[i & 1023] += 1; // dependent
}
void compared(int n, unsigned m, long l) {
    for (int i = 0; i < m; i++) A[i] = 1; // parallel
    for (int i = -5; i < m; i++) A[i + 5] = 1; // parallel if seen
    for (unsigned i = 0; i < n; i++) A[i] = 1; // parallel
    for (short i = 0; i < n; i++) A[i + 32768] += 1; // dependent
    for (short i = 0; i < 1000; i++) A[i] += 1; // parallel
    for (int i = 0; i < l; i++) A[i] = 1; // parallel
    for (signed char i = 0; i < n; i++) A[i + 128] += 1; // dependent
}
void operators(int n) {
    for (int i = 0; i < n; i++) A[i < 5 ? i : i - 5] = i; // dependent
    for (int i = 0; i < n; i++) A[(i > 5) * i] = i; // dependent
    for (int i = 0; i < n; i++) A[i && 1] = i; // dependent
    for (int i = 0; i < n; i++) A[i, 0] = i; // dependent
    for (int i = 0; i < n; i++) A[~i & 15] = i; // dependent
    for (int i = 0; i < n; i++) A[-(-i)] = A[i]; // parallel if seen
    for (int i = 0; i < n; i++) A[+i] = A[i + 1]; // dependent
    for (int i = 0; i < n; i++) A[i % 2 + i] = i; // dependent
    for (int i = 0; i < n; i++) A[i - i] = i; // dependent
    for (int i = 0; i < n; i++) A[B[i] - B[i] + i + 1] = A[i]; // dependent
    for (int i = 0; i < n; i++) A[2 * i / 2] = A[i] + 1; // parallel if seen
    for (int i = 0; i < n; i++) A[i / 2 * 2] = i; // dependent
    for (int i = 0; i < n; i++) A[(i * 2) >> 1] = A[i]; // parallel if seen
    for (int i = 0; i < n; i++) A[FIRST] = i; // dependent
    for (int i = 0; i < n; i++) A[i + SECOND] = A[i]; // dependent
    for (int i = 0; i < n; i++) A['a'] = i; // dependent
    for (int i = 0; i < n; i++) A[i] = A[i + 1] = 0; // dependent
    for (int i = 0; i < n; i++) A[i] = i, A[i + 1] = i; // dependent
    for (int i = 0; i < n; i++) (*(&A))[i] = (*(&A))[i + 1]; // dependent
    for (int i = 0; i < n; i++) A[&A[i] - A] = A[i + 1]; // dependent
    for (int i = 0; i < n; i++) A[(n > 3 ? 0 : 1) * i] = i; // dependent
}
void vectors(int n) {
    typedef int four __attribute__((vector_size(16)));
    static four v[100], w[100];
    for (int i = 0; i < n; i++) v[i] = w[i + 1]; // parallel if seen
    for (int i = 0; i < n; i++) v[i] = v[i + 1]; // dependent
}
void pointers_inside(int n) {
    for (int i = 0; i < n; i++) { int *q = A + i; q[0] = q[1]; } // dependent
    for (int i = 0; i < n; i++) { int *q = &A[i]; q[1] = q[0]; } // dependent
    for (int i = 0; i < n; i++) { int *q = &A[2 * i]; q[1] = q[0]; } // parallel if seen
    for (int i = 0; i < n; i++) { int *q = A; q[i] = q[i + 1]; } // dependent
    for (int i = 0; i < n; i++) { int *q = &A[i]; *q = *q + 1; } // parallel if seen
    for (int i = 0; i < n; i++) { int *q = B; if (i & 1) q = A; q[0] = i; } // dependent
    for (int i = 0; i < n; i++) { int *q = &A[i]; int *r = q + 1; *q = *r; } // dependent
    for (int i = 0; i < n; i++) { int v[2] = {i, i}; int *q = v; q[1] = 3; A[i] = v[1]; } // parallel if seen
    for (int i = 0; i < n; i++) { static int v[2]; v[0] += i; A[i] = v[0]; } // dependent
}
void same_names(int n) {
    for (int i = 0; i < n; i++) // dependent
        for (int i = 0; i < n; i++) A[i] = 1; // parallel
    for (int i = 0; i < n; i++) { int n = 5; A[n] = i; } // dependent
    for (int i = 0; i < n; i++) { int A[2]; A[0] = i; B[i] = A[0]; } // parallel
}
