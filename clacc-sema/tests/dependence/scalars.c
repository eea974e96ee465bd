// Scalars: copies for each iteration, values behind the loop, conditions.

int A[1000], B[1000], G, H;
static int hidden;

void copies(int n) {
    int t, u = 0;
    for (int i = 0; i < n; i++) { t = B[i]; A[i] = t * t; } // parallel, private t
    for (int i = 0; i < n; i++) { A[i] = u; u = B[i]; } // dependent
    for (int i = 0; i < n; i++) { t = B[i]; if (t) t = 1; A[i] = t; } // parallel, private t
    for (int i = 0; i < n; i++) { if (B[i]) t = 1; else t = 2; A[i] = t; } // parallel, private t
}
void last_value(int n) {
    int t = 7;
    for (int i = 0; i < n; i++) { t = B[i]; A[i] = t; } // parallel, last t
    B[0] = t;
}
void conditional_last_value(int n) {
    int t = 7;
    for (int i = 0; i < n; i++) if (B[i]) { t = B[i]; A[i] = t; } // dependent
    B[0] = t;
}
void conditional(int n) {
    int t = 7;
    for (int i = 0; i < n; i++) { if (B[i]) t = i; A[i] = t; } // dependent
}
void guarded_copy(int n) {
    int t;
    for (int i = 0; i < n; i++) if (B[i]) { t = i; A[i] = t; } // parallel, private t
}
void switched(int n) {
    int t = 0;
    for (int i = 0; i < n; i++) { switch (B[i]) { case 0: t = 1; break; case 1: t = 2; } A[i] = t; } // dependent
}
void short_circuit(int n) {
    int t = 0;
    for (int i = 0; i < n; i++) { if (B[i] && (t = A[i])) A[i] = 0; A[i] += t; } // dependent
}
void short_circuit_or(int n) {
    int t = 3;
    for (int i = 0; i < n; i++) { B[i] || (t = i); A[i] = t; } // dependent
}
void chosen(int n) {
    int t = 3;
    for (int i = 0; i < n; i++) { B[i] ? (t = i) : 0; A[i] = t; } // dependent
}
void comma(int n) {
    int t;
    for (int i = 0; i < n; i++) A[i] = (t = B[i], t * t); // parallel, private t
    for (int i = 0; i < n; i++) A[i] = ({ t = B[i]; t + 1; }); // parallel, private t
}
void comma_the_wrong_way(int n) {
    int t = 0;
    for (int i = 0; i < n; i++) A[i] = (t * t, t = t + B[i]); // dependent
}
void inner_loop_copies(int n, int m) {
    int j, t;
    for (int i = 0; i < n; i++) { // parallel, private j
        for (j = 0; j < 10; j++) A[10 * i + j] = 0; // parallel
    }
    for (int i = 0; i < n; i++) { // parallel if seen
        for (j = 0; j < m; j++) t = j; // parallel, last t
        A[i] = t;
    }
}
void control_behind(int n) {
    int j;
    for (int i = 0; i < n; i++) { // parallel, last j
        for (j = 0; j < 3; j++) A[3 * i + j] = 0; // parallel
    }
    B[0] = j;
}
void while_inside(int n) {
    int j;
    for (int i = 0; i < n; i++) { // parallel, private j
        j = 0;
        while (j < B[i]) j++;
        A[i] = j;
    }
}
void while_without_start(int n) {
    int j = 0;
    for (int i = 0; i < n; i++) { // dependent
        while (j < B[i]) j++;
        A[i] = j;
    }
}
void set_in_a_loop_that_may_not_run(int n, int m) {
    int t = 5;
    for (int i = 0; i < n; i++) { // not provable
        int j = 0;
        while (j < m) { t = i; j++; }
        A[i] = t;
    }
}
void do_inside(int n) {
    int t;
    for (int i = 0; i < n; i++) { // parallel if seen
        do t = B[i]; while (0);
        A[i] = t;
    }
}
void continued(int n) {
    int t = 0;
    for (int i = 0; i < n; i++) { // dependent
        for (int j = 0; j < 3; j++) { // dependent
            if (B[i]) continue;
            t = i;
        }
        A[i] = t;
    }
}
void globals(int n) {
    for (int i = 0; i < n; i++) { G = B[i]; A[i] = G; } // parallel, last G
    for (int i = 0; i < n; i++) if (B[i]) { G = B[i]; A[i] = G; } // dependent
    for (int i = 0; i < n; i++) G = i; // parallel, last G
    for (int i = 0; i < n; i++) if (i == 3) G = i; // parallel if seen
    for (int i = 0; i < n; i++) hidden++; // reduction
}
int kept(int n) {
    static int t;
    for (int i = 0; i < n; i++) { t = B[i]; A[i] = t; } // parallel
    return n;
}
void address_taken(int n) {
    int t, *p = &t;
    for (int i = 0; i < n; i++) { t = B[i]; A[i] = *p; } // dependent
    for (int i = 0; i < n; i++) { *p = B[i]; A[i] = t; } // dependent
}
void unknown(int *);
void address_taken_before(int n) {
    int t;
    unknown(&t);
    for (int i = 0; i < n; i++) { t = B[i]; A[i] = t; } // parallel if seen
    unknown(0);
}
void read_before_the_loop_repeats(int n, int m) {
    int t = 0;
    for (int s = 0; s < m; s++) { // dependent
        A[s] = t;
        for (int i = 0; i < n; i++) { t = B[i]; A[900] = t; } // dependent
    }
}
void assigned_behind(int n) {
    int t;
    for (int i = 0; i < n; i++) { t = B[i]; A[i] = t; } // parallel, private t
    t = 0;
    B[0] = t;
}
void assigned_behind_on_one_path(int n, int c) {
    int t = 0;
    for (int i = 0; i < n; i++) { t = B[i]; A[i] = t; } // parallel, last t
    if (c) t = 0;
    B[0] = t;
}
int returned(int n) {
    int t = 0;
    for (int i = 0; i < n; i++) { t = B[i]; A[i] = t; } // parallel, last t
    return t;
}
void volatile_things(int n, volatile int *port, volatile int *state) {
    volatile int v = 0;
    static volatile int w[10];
    for (int i = 0; i < n; i++) { v = B[i]; A[i] = v; } // not provable
    for (int i = 0; i < n; i++) *port = i; // not provable
    for (int i = 0; i < n; i++) A[i] = *state; // not provable
    for (int i = 0; i < n; i++) A[i] = w[0]; // not provable
    for (int i = 0; i < 10; i++) w[i] = i; // not provable
    for (int i = 0; i < n; i++) { *(volatile int *)&A[i] = 0; } // not provable
    for (volatile int i = 0; i < n; i++) A[0] = 1; // not countable
    volatile int bound = n;
    for (int i = 0; i < bound; i++) A[i] = 1; // not provable
}
void atomic_things(int n) {
    _Atomic int a = 0;
    static _Atomic int count;
    for (int i = 0; i < n; i++) { a = B[i]; A[i] = a; } // parallel if seen
    for (int i = 0; i < n; i++) A[i] = count++; // dependent
}
void shadowed(int n) {
    int t = 0;
    for (int i = 0; i < n; i++) { int t = B[i]; A[i] = t; } // parallel
    for (int i = 0; i < n; i++) { { int t = B[i]; A[i] = t; } t = t + 0; } // parallel if seen
    for (int i = 0; i < n; i++) { int i = 3; A[i] = 1; } // dependent
    for (int i = 0; i < n; i++) { static int t; A[i] = t; t = B[i]; } // dependent
    for (int i = 0; i < n; i++) { extern int G; A[i] = G; G = i; } // dependent
    B[0] = t;
}
