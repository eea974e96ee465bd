// What pointers may lead to.

int A[100], B[100], C[100];
double M[100][100];
int *global_pointer;

void declared_arrays(int n) {
    for (int i = 0; i < n; i++) A[i] = B[i] + C[i + 1]; // parallel
    for (int i = 1; i < n; i++) A[i] = B[i] + A[i - 1]; // dependent
}
void parameters(int n, int *p, int *q) {
    for (int i = 0; i < n; i++) p[i] = q[i]; // parallel if disjoint
    for (int i = 0; i < n; i++) p[i] = q[i + 1]; // parallel if disjoint
    for (int i = 0; i < n; i++) p[i] = p[i] + 1; // parallel
    for (int i = 0; i < n; i++) p[i] = q[0]; // parallel if disjoint
}
void parameter_and_array(int n, int *p) {
    for (int i = 0; i < n; i++) p[i] = A[i]; // not provable
    for (int i = 0; i < n; i++) A[i] = p[i]; // not provable
    for (int i = 0; i < n; i++) A[i] = p[i + 1]; // not provable
}
void array_and_written_bound(int *p, int *n) {
    for (int i = 0; i < *n; i++) p[i] = 0; // parallel if disjoint
}
void restricted(int n, int *restrict p, int *restrict q) {
    for (int i = 0; i < n; i++) p[i] = q[i + 1]; // parallel
    for (int i = 0; i < n; i++) p[i] = A[i + 1]; // parallel
    for (int i = 0; i < n; i++) p[i + 1] = p[i]; // dependent
}
void one_restricted(int n, int *restrict p, int *q) {
    for (int i = 0; i < n; i++) p[i] = q[i + 1]; // parallel
    for (int i = 0; i < n; i++) q[i] = p[i + 1]; // parallel
}
void based_on_restricted(int n, int *restrict p, int *restrict q) {
    int *r = p + 1;
    for (int i = 0; i < n; i++) p[i] = r[i]; // not provable
    for (int i = 0; i < n; i++) q[i] = r[i]; // parallel if seen
    for (int i = 0; i < n; i++) r[i] = q[i + 3]; // parallel if seen
}
void assigned_restricted(int n, int *restrict p, int *restrict q, int *s) {
    q = p;
    for (int i = 0; i < n; i++) p[i] = q[i + 1]; // not provable
}
void restricted_inside(int n, int *s) {
    int *restrict p = s;
    int *q = s;
    for (int i = 0; i < n; i++) p[i] = s[i + 1]; // parallel if seen
    for (int i = 0; i < n; i++) q[i] = s[i + 1]; // dependent
}
int *found(int);
void restricted_by_declaration(int n) {
    int *restrict p = found(1);
    int *const restrict q = found(2);
    int *r = found(3);
    int *restrict moved = found(4);
    moved = moved + 1;
    for (int i = 0; i < n; i++) p[i] = q[i + 1]; // parallel
    for (int i = 0; i < n; i++) p[i] = r[i + 1]; // not provable
    for (int i = 0; i < n; i++) p[i] = moved[i + 1]; // not provable
    {
        int *restrict inside = found(5);
        for (int i = 0; i < n; i++) { p[i] = inside[i]; inside[i + 1] = q[i]; } // dependent
        for (int i = 0; i < n; i++) { p[i] = inside[i]; q[i] = inside[i + 1]; } // parallel
    }
    for (int i = 0; i < n; i++) { int *restrict each = found(i); p[i] = each[i + 1]; } // not provable
}
void restricted_in_turn(int n, int *s) {
    {
        int *restrict p = s;
        for (int i = 0; i < n; i++) p[i] = 0; // parallel
    }
    {
        int *restrict p = s;
        int *restrict q = p + 1;
        for (int i = 0; i < n; i++) p[i] = q[i]; // parallel if seen
    }
}
void offset_of_the_same(int n, int *p) {
    int *q = p;
    int *r = p + n;
    for (int i = 0; i < n; i++) p[i] = q[i + 1]; // dependent
    for (int i = 0; i < n; i++) p[i] = r[i]; // parallel if seen
    for (int i = 0; i <= n; i++) p[i] = r[i]; // dependent
}
void of_an_array(int n) {
    int *p = A;
    int *q = &B[2];
    for (int i = 0; i < n; i++) p[i] = A[i + 1]; // dependent
    for (int i = 0; i < n; i++) p[i] = q[i]; // parallel if seen
}
void global(int n) {
    for (int i = 0; i < n; i++) global_pointer[i] = A[i]; // not provable
    for (int i = 0; i < n; i++) A[i] = global_pointer[i]; // not provable
    for (int i = 0; i < n; i++) global_pointer[i] = i; // parallel if seen
}
void rows_of_pointers(int n, double **a, double **b) {
    for (int i = 0; i < n; i++) a[i][0] = 1.0; // not provable
    for (int i = 0; i < n; i++) a[0][i] = a[1][i + 1]; // not provable
    for (int i = 0; i < n; i++) a[0][i] = 1.0; // parallel if seen
    for (int i = 0; i < n; i++) a[i][i] = b[i][i]; // not provable
    for (int i = 0; i < n; i++) // not provable
        for (int j = 0; j < n; j++) a[i][j] = 0.0; // parallel if seen
}
void swapped_rows(int n, double **a) {
    for (int i = 0; i + 1 < n; i++) a[i] = a[i + 1]; // dependent
    for (int i = 0; i < n; i++) a[i] = 0; // parallel
}
void array_of_pointers(int n) {
    double *row[100];
    for (int i = 0; i < n; i++) row[i] = M[0]; // parallel
    for (int i = 0; i < n; i++) row[i][0] = i; // dependent
    for (int i = 0; i < n; i++) row[i] = M[i]; // parallel
}
void *malloc(unsigned long);
void free(void *);
void allocated(int n) {
    int *p = malloc(n * sizeof *p), *q = malloc(n * sizeof *q);
    for (int i = 0; i < n; i++) q[i] = i; // parallel if seen
    for (int i = 0; i + 1 < n; i++) p[i] = q[i + 1]; // parallel if seen
    p = q;
    for (int i = 0; i + 1 < n; i++) p[i] = q[i + 1]; // dependent
}
void allocated_and_swapped(int n, int sweeps) {
    double *p = malloc(n * sizeof *p), *q = malloc(n * sizeof *q);
    for (int i = 0; i < n; i++) p[i] = q[i] = 0; // parallel if seen
    for (int s = 0; s < sweeps; s++) { // dependent
        for (int i = 1; i + 1 < n; i++) q[i] = p[i - 1] + p[i + 1]; // parallel if seen
        double *t = p;
        p = q;
        q = t;
    }
}
void half_swapped(int n, int sweeps) {
    double *p = malloc(n * sizeof *p), *q = malloc(n * sizeof *q);
    for (int s = 0; s < sweeps; s++) { // dependent
        for (int i = 1; i + 1 < n; i++) q[i] = p[i - 1] + p[i + 1]; // dependent
        p = q;
    }
}
void changed_through_its_address(int n) {
    int *p = malloc(n * sizeof *p), *q = malloc(n * sizeof *q);
    int **pp = &p;
    *pp = q;
    for (int i = 0; i + 1 < n; i++) p[i] = q[i + 1]; // dependent
}
void taken(int **);
void handed_on(int n) {
    int *p = malloc(n * sizeof *p), *q = malloc(n * sizeof *q);
    taken(&p);
    for (int i = 0; i + 1 < n; i++) p[i] = q[i + 1]; // not provable
}
void may_be_either(int n, int c) {
    int *p = malloc(n * sizeof *p), *q = malloc(n * sizeof *q);
    int *r = c ? p : q;
    for (int i = 0; i + 1 < n; i++) r[i] = q[i + 1]; // dependent
    if (c) q = p;
    for (int i = 0; i + 1 < n; i++) p[i] = q[i + 1]; // dependent
}
int *realloc(void *, unsigned long);
int *my_alloc(unsigned long);
void other_allocations(int n) {
    int *p = my_alloc(n), *q = my_alloc(n);
    for (int i = 0; i + 1 < n; i++) p[i] = q[i + 1]; // not provable
}
void moved_pointer(int n, int *p) {
    for (int i = 0; i < n; i++) *p++ = i; // dependent
    for (int i = 0; i < n; i++) { p = &A[i]; *p = i; } // parallel if seen
    for (int i = 0; i < n; i++) { p = &A[0]; *p = i; } // dependent
    for (int i = 0; i < n; i++) { *p = i; p = &A[i]; } // dependent
}
void chosen_target(int n, int c, int *p, int *q) {
    for (int i = 0; i < n; i++) *(c ? &p[i] : &q[i]) = p[i + 1]; // dependent
    for (int i = 0; i < n; i++) (c ? p : q)[i] = p[i + 1]; // dependent
    for (int i = 0; i < n; i++) *(p + i) = *(p + i + 1); // dependent
    for (int i = 0; i < n; i++) i[p] = 2 * i[p]; // parallel
    for (int i = 0; i < n; i++) (p + 1)[i] = p[i]; // dependent
    for (int i = 0; i < n; i++) (&p[i])[1] = (&p[i + 1])[0] + 1; // parallel if seen
}
void pointer_to_the_control(int n) {
    int i;
    int *p = &i;
    for (i = 0; i < n; i++) { A[i] = 0; *p += 1; } // not countable
}
void pointer_to_the_bound(int n) {
    int *p = &n;
    for (int i = 0; i < n; i++) { A[i] = 0; *p -= 1; } // not countable
}
void overlapping_types(int n, int *p, char *q, float *r) {
    for (int i = 0; i < n; i++) p[i] = q[i]; // parallel if disjoint
    for (int i = 0; i < n; i++) ((char *)p)[i] = ((char *)p)[i + 1]; // dependent
    for (int i = 0; i < n; i++) ((short *)p)[i] = p[i]; // dependent
    for (int i = 0; i < n; i++) *(int *)((char *)p + i) = i; // dependent
    for (int i = 0; i < n; i++) *(int *)((char *)p + 4 * i) = i; // parallel if seen
}
void rows_parameter(int n, double (*a)[100], double (*b)[100]) {
    for (int i = 0; i < n; i++) // parallel if disjoint
        for (int j = 0; j < n; j++) a[i][j] = b[j][i]; // parallel if disjoint
    for (int i = 0; i < n; i++) // parallel
        for (int j = 1; j < n; j++) a[i][j] = a[i][j - 1]; // dependent
    for (int i = 0; i < n; i++) a[i][0] = M[i][1]; // not provable
}
void array_parameters(int n, double a[n][n], double b[static 10]) {
    for (int i = 0; i < n; i++) a[0][i] = b[i]; // parallel if disjoint
    for (int i = 0; i < n; i++) a[i][0] = a[i][1]; // parallel
}
