// Reductions, and what looks like one.

int A[1000], B[1000], G;
double X[1000];
double fmax(double, double);
double fabs(double);
int max(int, int);
#define MAX(a, b) ((a) > (b) ? (a) : (b))

void right(int n) {
    int s = 0, p = 1, x = 0, o = 0, a = -1, big = 0, small = 0, c = 0;
    double d = 0, m = 0;
    for (int i = 0; i < n; i++) s += B[i]; // reduction
    for (int i = 0; i < n; i++) s = s + B[i]; // reduction
    for (int i = 0; i < n; i++) s = B[i] + s; // reduction
    for (int i = 0; i < n; i++) s -= B[i]; // reduction
    for (int i = 0; i < n; i++) s = s - B[i]; // reduction
    for (int i = 0; i < n; i++) p *= B[i]; // reduction
    for (int i = 0; i < n; i++) x ^= B[i]; // reduction
    for (int i = 0; i < n; i++) o |= B[i]; // reduction
    for (int i = 0; i < n; i++) a &= B[i]; // reduction
    for (int i = 0; i < n; i++) c++; // reduction
    for (int i = 0; i < n; i++) if (B[i] > 3) c += 1; // reduction
    for (int i = 0; i < n; i++) if (B[i] > big) big = B[i]; // reduction
    for (int i = 0; i < n; i++) big = big > B[i] ? big : B[i]; // reduction
    for (int i = 0; i < n; i++) small = B[i] < small ? B[i] : small; // reduction
    for (int i = 0; i < n; i++) big = MAX(big, B[i]); // reduction
    for (int i = 0; i < n; i++) d += X[i] * X[i]; // reduction
    for (int i = 0; i < n; i++) m = fmax(m, fabs(X[i])); // reduction
    for (int i = 0; i < n; i++) { s += B[i]; s += A[i]; } // reduction
    for (int i = 0; i < n; i++) { s += B[i]; p *= A[i]; } // reduction
    for (int i = 0; i < n; i++) // reduction
        for (int j = 0; j < n; j++) s += B[i] * A[j]; // reduction
    for (int i = 0; i < n; i++) G += B[i]; // reduction
    for (int i = 0; i < n; i++) if (small > B[i]) small = B[i]; // reduction
    for (int i = 0; i < n; i++) s = s + B[i] + A[i]; // reduction
    A[0] = s + p + x + o + a + big + small + c + d + m;
}
void read_otherwise(int n) {
    int s = 0, t = 0;
    for (int i = 0; i < n; i++) { s += B[i]; A[i] = s; } // dependent
    for (int i = 0; i < n; i++) { A[i] = s; s += B[i]; } // dependent
    for (int i = 0; i < n; i++) s += s; // dependent
    for (int i = 0; i < n; i++) s += B[s]; // dependent
    for (int i = 0; i < n; i++) if (s < 100) s += B[i]; // dependent
    for (int i = 0; i < n; i++) { s += B[i]; t += s; } // dependent
    for (int i = 0; i < s; i++) s += B[i]; // dependent
    for (int i = 0; i < n; i++) { s += B[i]; s = 0; } // dependent
    for (int i = 0; i < n; i++) A[s += B[i]] = i; // dependent
    for (int i = 0; i < n; i++) A[s++] = i; // dependent
    for (int i = 0; i < n; i++) s += (s > 3); // dependent
    A[0] = s + t;
}
void mixed(int n) {
    int s = 0;
    for (int i = 0; i < n; i++) { s += B[i]; s *= A[i]; } // dependent
    for (int i = 0; i < n; i++) s = s * 2 + B[i]; // dependent
    for (int i = 0; i < n; i++) s = B[i] - s; // dependent
    for (int i = 0; i < n; i++) s = B[i] / (s + 1); // dependent
    for (int i = 0; i < n; i++) s /= B[i] + 1; // dependent
    for (int i = 0; i < n; i++) s <<= B[i]; // dependent
    for (int i = 0; i < n; i++) s %= B[i] + 1; // dependent
    for (int i = 0; i < n; i++) s = -s + B[i]; // dependent
    for (int i = 0; i < n; i++) s = !s; // dependent
    for (int i = 0; i < n; i++) s = B[i] - (s + A[i]); // dependent
    for (int i = 0; i < n; i++) { if (B[i]) s += 1; else s -= 2; } // reduction
    for (int i = 0; i < n; i++) { if (B[i]) s += 1; else s *= 2; } // dependent
    for (int i = 0; i < n; i++) s = s + B[i] * s; // dependent
    A[0] = s;
}
void extremes(int n) {
    int m = 0, at = 0;
    for (int i = 0; i < n; i++) if (B[i] > m) { m = B[i]; at = i; } // dependent
    for (int i = 0; i < n; i++) if (B[i] > m) m = B[i] + 1; // dependent
    for (int i = 0; i < n; i++) if (B[i] > m) m = A[i]; // dependent
    for (int i = 0; i < n; i++) if (B[i] > m) m = B[i]; else m = 0; // dependent
    for (int i = 0; i < n; i++) if (B[i] > m + 1) m = B[i]; // dependent
    for (int i = 0; i < n; i++) { if (B[i] > m) m = B[i]; A[i] = m; } // dependent
    for (int i = 0; i < n; i++) if (B[i] != m) m = B[i]; // dependent
    for (int i = 0; i < n; i++) m = B[i] > m ? B[i] : 0; // dependent
    for (int i = 0; i < n; i++) m = B[i] > m ? m : A[i]; // dependent
    for (int i = 0; i < n; i++) { if (B[i] > m) m = B[i]; if (A[i] < m) m = A[i]; } // dependent
    for (int i = 0; i < n; i++) m = max(m, B[i]); // dependent
    for (int i = 0; i < n; i++) if ((unsigned)B[i] > m) m = B[i]; // dependent
    A[0] = m + at;
}
void narrow(int n) {
    unsigned char s = 0;
    short m = 0;
    float f = 0;
    for (int i = 0; i < n; i++) s += B[i]; // reduction
    for (int i = 0; i < n; i++) if (B[i] > m) m = B[i]; // dependent
    for (int i = 0; i < n; i++) f += 1; // reduction
    for (int i = 0; i < n; i++) s *= X[i]; // dependent
    for (int i = 0; i < n; i++) s += X[i]; // dependent
    for (int i = 0; i < n; i++) { int k = s; k += B[i]; s = k; } // dependent
    A[0] = s + m + f;
}
void integers_with_floats(int n) {
    int s = 0;
    for (int i = 0; i < n; i++) s += X[i]; // dependent
    for (int i = 0; i < n; i++) s = s + 0.5; // dependent
    for (int i = 0; i < n; i++) s *= 1.5; // dependent
    for (int i = 0; i < n; i++) s += (int)X[i]; // reduction
    A[0] = s;
}
void logical(int n) {
    int all = 1, any = 0;
    for (int i = 0; i < n; i++) all = all && B[i]; // parallel if seen
    for (int i = 0; i < n; i++) any = any || B[i]; // parallel if seen
    for (int i = 0; i < n; i++) any = any || (A[i] = B[i]); // dependent
    for (int i = 0; i < n; i++) all = all && A[i]++; // dependent
    for (int i = 0; i < n; i++) any |= B[i] > 3; // reduction
    A[0] = all + any;
}
void elements(int n, int *y) {
    for (int i = 0; i < n; i++) A[0] += B[i]; // dependent
    for (int i = 0; i < n; i++) // parallel
        for (int j = 0; j < n; j++) A[i] += B[j]; // dependent
    for (int i = 0; i < n; i++) // dependent
        for (int j = 0; j < n; j++) A[j] += B[i]; // parallel
    for (int i = 0; i < n; i++) A[B[i]]++; // not provable
    for (int i = 0; i < n; i++) // not provable
        for (int j = 0; j < n; j++) y[i] += B[j]; // dependent
}
void through_a_pointer(int n, int *s, int *t) {
    for (int i = 0; i < n; i++) *s += B[i]; // dependent
    for (int i = 0; i < n; i++) *s += t[i]; // dependent
}
void privately(int n) {
    int s;
    for (int i = 0; i < n; i++) { // parallel, private s
        s = 0;
        for (int j = 0; j < 10; j++) s += B[10 * i + j]; // reduction
        A[i] = s;
    }
}
void carried(int n) {
    int s = 0;
    for (int i = 0; i < n; i++) { // dependent
        for (int j = 0; j < 10; j++) s += B[10 * i + j]; // reduction
        A[i] = s;
    }
}
unsigned U[1000];
void compared_without_signs(int n) {
    int m = 0;
    unsigned u = 0;
    long l = 0;
    for (int i = 0; i < n; i++) if (U[i] > m) m = U[i]; // dependent
    for (int i = 0; i < n; i++) m = m > U[i] ? m : U[i]; // dependent
    for (int i = 0; i < n; i++) m = U[i] < m ? U[i] : m; // dependent
    for (unsigned long i = 0; i < n; i++) m = m < i ? i : m; // dependent
    for (int i = 0; i < n; i++) if (B[i] - u > m) m = B[i] - u; // dependent
    for (int i = 0; i < n; i++) if (U[i] > u) u = U[i]; // reduction
    for (int i = 0; i < n; i++) if (B[i] > u) u = B[i]; // parallel if seen
    for (int i = 0; i < n; i++) if (U[i] > l) l = U[i]; // parallel if seen
    for (int i = 0; i < n; i++) if (l < B[i]) l = B[i]; // reduction
    A[0] = m + u + l;
}
