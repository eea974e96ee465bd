// Subscripts: affine ones that overlap and ones that do not, and others.

int A[10000], B[10000], K[10000];
double D[100][100], E[100][100][100];

void zero_and_one(int n, int k) {
    for (int i = 0; i < n; i++) A[k] = A[k + 1]; // dependent
    for (int i = 0; i < n; i++) A[0] = B[i]; // dependent
    for (int i = 0; i < n; i++) B[i] = A[0]; // parallel
    for (int i = 1; i < n; i++) A[i] = A[0]; // parallel
    for (int i = 0; i < n; i++) A[i] = A[0]; // dependent
    for (int i = 0; i < n; i++) A[i] = A[n - 1]; // dependent
    for (int i = 0; i < n - 1; i++) A[i] = A[n - 1]; // parallel
    for (int i = 0; i < n; i++) A[i] = A[n]; // parallel
    for (int i = 0; i < n; i++) A[i] = A[i + n]; // parallel
    for (int i = 0; i <= n; i++) A[i] = A[i + n]; // dependent
    for (int i = 0; i < n; i++) A[i] = A[i + k]; // dependent
    for (int i = 0; i < n; i++) A[i + k] = A[i + k] + B[i]; // parallel
    for (int i = 0; i < n; i++) A[i] = A[i + n - 1]; // dependent
    for (int i = 0; i < 10; i++) A[i] = A[i + 10]; // parallel
    for (int i = 0; i < 11; i++) A[i] = A[i + 10]; // dependent
}
void strides(int n) {
    for (int i = 0; i < n; i++) A[2 * i] = A[2 * i + 1]; // parallel
    for (int i = 0; i < n; i++) A[2 * i] = A[2 * i + 2]; // dependent
    for (int i = 0; i < n; i++) A[2 * i] = A[4 * i + 1]; // parallel
    for (int i = 0; i < n; i++) A[2 * i] = A[3 * i]; // dependent
    for (int i = 0; i < n; i++) A[6 * i] = A[4 * i + 3]; // parallel
    for (int i = 0; i < n; i++) A[6 * i] = A[4 * i + 2]; // dependent
    for (int i = 0; i < n; i++) A[i] = A[n - i]; // dependent
    for (int i = 0; i < n; i++) A[i] = A[2 * n - i]; // parallel
    for (int i = 0; i < n / 2; i++) A[i] = A[n - 1 - i]; // parallel
    for (int i = 0; i <= n / 2; i++) A[i] = A[n - 1 - i]; // dependent
    for (int i = 0; i < n; i++) A[3] = A[3] + 0 * i; // dependent
}
void not_affine(int n, int m) {
    for (int i = 0; i < n; i++) A[K[i]] = i; // not provable
    for (int i = 0; i < n; i++) A[i] = B[K[i]]; // parallel
    for (int i = 0; i < n; i++) A[i] = A[K[i]]; // not provable
    for (int i = 0; i < n; i++) A[i * i] = i; // parallel if seen
    for (int i = -n; i < n; i++) A[i * i] = i; // dependent
    for (int i = 0; i < n; i++) A[i / 2] = i; // dependent
    for (int i = 0; i < n; i++) A[i % m] = i; // dependent
    for (int i = 0; i < 8; i++) A[i % 8] = i; // parallel if seen
    for (int i = 0; i < 9; i++) A[i % 8] = i; // dependent
    for (int i = 0; i < n; i++) A[i & 7] = i; // dependent
    for (int i = 0; i < n; i++) A[i ^ 1] = A[i]; // dependent
    for (int i = 0; i < n; i++) A[i ^ 1] = B[i]; // parallel if seen
    for (int i = 0; i < n; i++) A[i | 1] = B[i]; // dependent
    for (int i = 0; i < n; i++) A[i << 1] = A[(i << 1) + 1]; // parallel if seen
    for (int i = 0; i < n; i++) A[i >> 1] = i; // dependent
    for (int i = 0; i < n; i++) A[i * m] = i; // dependent
    for (int i = 0; i < n; i++) A[i > 3 ? i : 0] = i; // dependent
    for (int i = 0; i < n; i++) A[(int)(i * 0.5)] = i; // dependent
    for (int i = 0; i < n; i++) A[-i + 5] = A[5 - i] + 1; // parallel
    for (int i = 0; i < n; i++) A[!i] = i; // dependent
    for (int i = 0; i < n; i++) A[sizeof(int) * i] = 0; // parallel if seen
    for (int i = 0; i < n; i++) { int j = K[i]; A[j] = i; } // not provable
    for (int i = 0; i < n; i++) { int j = i + 1; A[j] = A[i]; } // dependent
    for (int i = 0; i < n; i++) { int j = 2 * i; A[j] = A[j + 1]; } // parallel
    for (int i = 0; i < n; i++) { int j = 2 * i; j++; A[j] = A[j - 1]; } // parallel if seen
    for (int i = 0; i < n; i++) { int j = 2 * i; if (B[i]) j++; A[j] = A[j + 1]; } // dependent
}
void induction(int n) {
    int j = 0;
    for (int i = 0; i < n; i++) { A[j] = B[i]; j += 2; } // dependent
    j = 0;
    for (int i = 0; i < n; i++) { A[j] = B[i]; if (B[i]) j++; } // dependent
    j = 0;
    for (int i = 0; i < n; i++) { if (B[i] > 0) A[j++] = B[i]; } // dependent
    j = n - 1;
    for (int i = 0; i < n; i++) { A[i] = A[j]; j = i; } // dependent
}
void triangular(int n) {
    for (int i = 0; i < n; i++) // parallel
        for (int j = 0; j < i; j++) D[i][j] = D[j][i]; // parallel
    for (int i = 0; i < n; i++) // dependent
        for (int j = 0; j <= n - 1; j++) D[i][j] = D[j][i]; // parallel
    for (int i = 0; i < n; i++) // parallel
        for (int j = i; j < n; j++) D[i][j] = D[i][i] + D[j][i]; // dependent
    for (int k = 0; k < n; k++) // dependent
        for (int i = k + 1; i < n; i++) // parallel
            for (int j = k + 1; j < n; j++) // parallel
                D[i][j] -= D[i][k] * D[k][j];
    for (int i = 0; i < n; i++) // parallel
        for (int j = i + 1; j < n; j++) { D[i][j] = 1; D[j][i] = 2; } // parallel
    for (int i = 0; i < n; i++) // dependent
        for (int j = i; j < n; j++) { D[i][j] = 1; D[j][i + 1] = 2; } // dependent
    for (int i = 1; i < n; i++) // dependent
        for (int j = 0; j < i; j++) A[i] = A[j]; // dependent
    for (int i = 0; i < n; i++) // dependent
        for (int j = 0; j < n; j++) A[i + j] = 1; // parallel
    for (int i = 0; i < n; i++) // dependent
        for (int j = 0; j < n; j++) D[i][j] = D[i + 1][j]; // parallel
    for (int i = 0; i < n; i++) // dependent
        for (int j = 0; j < n; j++) D[i][j] = D[i + 1][j + 1]; // parallel
    for (int i = 0; i < n; i++) // dependent
        for (int j = 0; j < n; j++) D[i - j + 50][j] = D[i - j + 51][j]; // parallel
}
void flattened(int n, int m) {
    for (int i = 0; i < n; i++) // parallel
        for (int j = 0; j < m; j++) A[i * m + j] = 0; // parallel
    for (int i = 0; i < n; i++) // dependent
        for (int j = 0; j <= m; j++) A[i * m + j] = 0; // parallel
    for (int i = 0; i < n; i++) // dependent
        for (int j = 0; j < m; j++) A[i * m + j] = A[i * m + j + 1]; // dependent
    for (int i = 0; i < n; i++) // dependent
        for (int j = 1; j < m; j++) A[i * m + j] = A[i * m + j - m]; // parallel
    for (int i = 0; i < n; i++) // parallel
        for (int j = 1; j < m; j++) A[i * m + j] = A[i * m + j - 1]; // dependent
    for (int i = 0; i < n; i++) // parallel
        for (int j = 0; j < 8; j++) A[i * 8 + j] = 0; // parallel
    for (int i = 0; i < n; i++) // dependent
        for (int j = 0; j < 9; j++) A[i * 8 + j] = 0; // parallel
    for (int i = 0; i < n; i++) // dependent
        for (int j = 0; j < n; j++) A[i * m + j] = 0; // parallel
    for (int i = 0; i < n; i++) // parallel
        for (int j = 0; j < m; j++) // parallel
            for (int k = 0; k < 10; k++) A[(i * m + j) * 10 + k] = 1; // parallel
    for (int i = 0; i < n; i++) // dependent
        for (int j = 0; j < m; j++) // parallel
            for (int k = 0; k < 10; k++) A[(i * (m - 1) + j) * 10 + k] = 1; // parallel
    for (int i = 0; i < n; i++) // parallel
        for (int j = 0; j < m; j += 2) { A[i * m + j] = 0; } // parallel
    for (int i = 0; i < n; i++) // dependent
        for (int j = -m; j < m; j++) B[500 + i * m + j] = 0; // parallel
    for (int i = 0; i < n; i += 2) // parallel if seen
        for (int j = 0; j < 2 * m; j++) A[i * m + j] = 0; // parallel
}
void many_dimensions(int n) {
    for (int i = 0; i < n; i++) // parallel
        for (int j = 0; j < n; j++) // parallel
            for (int k = 0; k < n; k++) E[i][j][k] = E[i][j][k] + 1; // parallel
    for (int i = 0; i < n; i++) // parallel
        for (int j = 0; j < n; j++) // dependent
            for (int k = 0; k < n; k++) E[i][0][k] = j; // parallel
    for (int i = 0; i < n; i++) // dependent
        for (int j = 0; j < n; j++) // dependent
            for (int k = 0; k < n; k++) E[i + j][j][k] = E[j][i][k]; // parallel
    for (int i = 0; i < n; i++) D[i][i] = D[i][i + 1]; // parallel
    for (int i = 0; i < n; i++) D[i][i + 1] = D[i + 1][i + 1]; // parallel
    for (int i = 0; i < n; i++) D[i][i + 1] = D[i + 1][i + 2]; // dependent
    for (int i = 0; i < n; i++) D[i][5] = D[5][i]; // parallel
    for (int i = 6; i < n; i++) D[i][5] = D[5][i]; // parallel
    for (int i = 0; i < n; i++) D[0][i] = D[1][i + 1]; // parallel
    for (int i = 0; i < n; i++) ((double *)D)[i] = D[0][i + 1]; // dependent
    for (int i = 0; i < n; i++) D[0][i] = *(&D[0][0] + i + 1); // dependent
}
void rows_that_another_loop_bounds(int n, int *p) {
    for (int i = 0; i < 4; i++) { // dependent
        for (int j = i; j < n; j++) p[j * n + i] += i; // parallel if seen
        p[i] = p[i] + 1;
    }
}
void in_front(int n, int k) {
    for (int i = 0; i < n; i++) i[A] = (i + n)[A]; // parallel
    for (int i = 1; i < n; i++) i[A] = (i - 1)[A]; // dependent
    for (int i = 0; i < n; i++) i[A] = A[i] + i[B]; // parallel
    for (int i = 0; i < n; i++) k[A] = i; // dependent
    for (int i = 0; i < 99; i++) k[i[D]] = i[D[0]]; // not provable
    for (int i = 1; i < 99; i++) k[i[D]] = 1[D[0]]; // parallel
}
