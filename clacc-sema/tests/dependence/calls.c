// Calls, and code that is not C alone.

int A[1000], B[1000], G;
static int counter;
double X[1000], Y[1000];
double sqrt(double);
double sin(double);
int abs(int);
int rand(void);
int printf(const char *, ...);
double modf(double, double *);
double frexp(double, int *);
double lgamma(double);
void *memcpy(void *, const void *, unsigned long);
void *memset(void *, int, unsigned long);
void opaque(void);
int opaque_value(int);
int known(int x) { return 2 * x + 1; }
int counting(int x) { counter++; return x; }
int reading(int x) { return A[x + 1]; }
void storing(int *p, int x) { *p = x; }
int keeping(int x) { static int before; int old = before; before = x; return old; }
int recursive(int x) { return x ? recursive(x - 1) : 0; }
__attribute__((const)) int declared_const(int);
__attribute__((pure)) int declared_pure(int);

void mathematics(int n) {
    for (int i = 0; i < n; i++) X[i] = sqrt(Y[i]) + sin(Y[i]); // parallel
    for (int i = 0; i < n; i++) A[i] = abs(B[i]); // parallel
    double part;
    int e;
    for (int i = 0; i < n; i++) X[i] = modf(Y[i], &part); // parallel if seen
    for (int i = 0; i < n; i++) X[i] = modf(Y[i], &X[i + 1]); // dependent
    for (int i = 0; i < n; i++) X[i] = frexp(Y[i], &e); // parallel if seen
    for (int i = 0; i < n; i++) X[i] = lgamma(Y[i]); // not provable
    for (int i = 0; i < n; i++) A[i] = rand(); // not provable
    for (int i = 0; i < n; i++) { A[i] = 0; printf("%d", i); } // not provable
}
long lround(double);
int toupper(int);
int ilogbf(float);
int absl(int);
int toupperf(int);
void of_the_library(int n) {
    for (int i = 0; i < n; i++) A[i] = lround(Y[i]) + toupper(B[i]) + ilogbf(Y[i]); // parallel
    for (int i = 0; i < n; i++) A[i] = absl(B[i]); // not provable
    for (int i = 0; i < n; i++) A[i] = toupperf(B[i]); // not provable
}
void functions(int n) {
    for (int i = 0; i < n; i++) A[i] = opaque_value(B[i]); // not provable
    for (int i = 0; i < n; i++) { A[i] = 0; opaque(); } // not provable
    for (int i = 0; i < n; i++) A[i] = known(B[i]); // parallel
    for (int i = 0; i < n; i++) A[i] = counting(B[i]); // dependent
    for (int i = 0; i < n; i++) A[i] = reading(i); // dependent
    for (int i = 0; i < n; i++) storing(&A[i], i); // parallel
    for (int i = 0; i < n; i++) storing(&A[0], i); // dependent
    for (int i = 0; i < n; i++) storing(A, i); // dependent
    for (int i = 0; i < n; i++) A[i] = keeping(B[i]); // dependent
    for (int i = 0; i < n; i++) A[i] = recursive(B[i]); // parallel if seen
    for (int i = 0; i < n; i++) A[i] = declared_const(B[i]); // parallel if seen
    for (int i = 0; i < n; i++) A[i] = declared_pure(i); // not provable
    for (int i = 0; i < opaque_value(n); i++) A[i] = 0; // not provable
    for (int i = opaque_value(n); i < n; i++) A[i] = 0; // parallel if seen
    for (int i = 0; i < n; i += opaque_value(n)) A[i] = 0; // not provable
}
void through_pointers(int n, int (*f)(int), double (*sqrt)(double)) {
    int (*g)(int) = known;
    for (int i = 0; i < n; i++) A[i] = f(B[i]); // not provable
    for (int i = 0; i < n; i++) A[i] = (*g)(B[i]); // not provable
    for (int i = 0; i < n; i++) X[i] = sqrt(Y[i]); // not provable
}
void memory(int n) {
    for (int i = 0; i < n; i++) memcpy(&A[i], &A[i + 1], sizeof(int)); // dependent
    for (int i = 0; i < n; i++) memset(A, i, 40); // dependent
    for (int i = 0; i < n; i++) A[i] = __sync_fetch_and_add(&counter, 1); // dependent
    for (int i = 0; i < n; i++) __atomic_store_n(&G, i, 0); // dependent
    for (int i = 0; i < n; i++) A[i] = __builtin_popcount(B[i]); // parallel
}
void assembly(int n) {
    int t = 0;
    for (int i = 0; i < n; i++) { A[i] = 0; __asm__ volatile("" ::: "memory"); } // not provable
    for (int i = 0; i < n; i++) { __asm__("nop" : "+r"(t)); A[i] = t; } // not provable
    for (int i = 0; i < n; i++) { __asm__("nop"); A[i] = 1; } // not provable
}
int setjmp(long *);
void longjmp(long *, int);
void jumps_of_the_library(int n) {
    long where[32];
    for (int i = 0; i < n; i++) { if (setjmp(where)) A[0] = i; A[i] = 1; } // not countable
    for (int i = 0; i < n; i++) { if (B[i]) longjmp(where, 1); A[i] = 1; } // not countable
}
void exit(int);
void ends(int n) {
    for (int i = 0; i < n; i++) { if (B[i]) exit(1); A[i] = 0; } // not countable
}
void nested(int n) {
    int sum = 0;
    int add(int x) { sum += x; return sum; }
    for (int i = 0; i < n; i++) A[i] = add(B[i]); // dependent
}
void statement_expressions(int n) {
    int t = 0;
    for (int i = 0; i < n; i++) A[i] = ({ int u = B[i]; u * u; }); // parallel
    for (int i = 0; i < n; i++) A[i] = ({ t += B[i]; t; }); // dependent
    for (int i = 0; i < ({ t++; n; }); i++) A[i] = 0; // dependent
}
void variable_length(int n) {
    for (int i = 0; i < n; i++) { int v[n]; v[0] = B[i]; A[i] = v[0]; } // parallel if seen
    for (int i = 0; i < n; i++) { int v[G++ + 1]; v[0] = B[i]; A[i] = v[0]; } // dependent
    for (int i = 0; i < n; i++) A[i] = sizeof(int[G++ + 1]); // dependent
}
void not_evaluated(int n) {
    for (int i = 0; i < n; i++) A[i] = sizeof(A[i + 1]); // parallel
    for (int i = 0; i < n; i++) A[i] = _Generic(A[i + 1], int: 1, default: 2); // parallel if seen
    for (int i = 0; i < n; i++) { __typeof__(A[i + 1]) t = B[i]; A[i] = t; } // parallel if seen
}
_Thread_local int of_a_thread;
void threads(int n) {
    for (int i = 0; i < n; i++) { of_a_thread = B[i]; A[i] = of_a_thread; } // not countable
    for (int i = 0; i < n; i++) A[i] = of_a_thread; // not provable
}
