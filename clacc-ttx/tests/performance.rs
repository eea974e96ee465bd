//! Policy `performance`: threads share the outermost loop of a nest, vector lanes the innermost one, and sizes are left out.

mod common;

use std::sync::Arc;

use clacc_ttx::dialect::{Dialect, LLVM, PORTABLE};
use clacc_ttx::policy::Performance;
use common::{Program, expanded, without_small_loops};

/// The directives and new statements of a translation, without the lines of the source.
fn lines(source: &str, dialect: Dialect) -> Vec<String> {
    let dialect = without_small_loops(dialect);
    let translated = Program::new(source).translate_by(Arc::new(Performance), dialect, expanded()).lossy();
    let new = translated.lines().filter(|line| !source.lines().any(|old| old == *line));
    new.map(|line| line.trim().trim_start_matches("#pragma omp ").to_owned()).collect()
}

/// Checks the lines of the statements of a function.
fn check(statements: &str, expected: &[&str]) {
    let function = format!(
        "enum {{ N = 64 }};\ndouble a[N][N], b[N][N], c[N];\nvoid f(int n, double *x, double *y) {{\n\
         int i, j, k; double s, t;\n{statements}\n}}"
    );
    assert_eq!(lines(&function, PORTABLE), expected, "{statements}");
}

#[test]
fn a_flat_loop_has_one_directive_of_all_levels() {
    check(
        "#pragma acc parallel loop num_gangs(4) vector_length(32) copy(x[0:n])
for (int i = 0; i < n; ++i) x[i] += 1;",
        &["target teams map(tofrom: x[0:n])", "distribute parallel for simd"],
    );
}

#[test]
fn threads_share_the_outermost_loop_and_lanes_the_innermost() {
    check(
        "#pragma acc parallel loop gang num_workers(8)
for (i = 0; i < N; ++i) {
#pragma acc loop worker
for (j = 0; j < N; ++j) {
s = 0;
#pragma acc loop vector reduction(+:s)
for (k = 0; k < N; ++k) s += a[i][k] * b[k][j];
a[i][j] = s;
}
}",
        &[
            "target teams map(tofrom: a,b)",
            "distribute parallel for collapse(2) private(i,j,k) private(s)",
            "simd reduction(+: s)",
        ],
    );
}

#[test]
fn a_worker_loop_that_is_innermost_is_shared_by_lanes() {
    check(
        "#pragma acc parallel loop gang
for (i = 0; i < N; ++i) {
s = 0;
#pragma acc loop worker reduction(+:s)
for (j = 0; j < N; ++j) s += a[i][j];
c[i] = s;
}",
        &[
            "target teams map(tofrom: a,c)",
            "distribute parallel for private(i,j) private(s)",
            "simd reduction(+: s)",
        ],
    );
}

#[test]
fn reductions_of_all_levels_stand_on_the_one_directive() {
    check(
        "#pragma acc parallel loop gang reduction(+:s)
for (i = 0; i < N; ++i) {
#pragma acc loop worker vector reduction(+:s)
for (j = 0; j < N; ++j) s += a[i][j];
}",
        &[
            "target teams map(tofrom: s,a) reduction(+: s)",
            "distribute parallel for reduction(+: s) private(i,j)",
            "simd reduction(+: s)",
        ],
    );
    // The construct alone reduces, or an inner loop alone.
    check(
        "#pragma acc parallel reduction(+:s)
{
#pragma acc loop gang
for (int i = 0; i < N; ++i) s += c[i];
}",
        &["target teams reduction(+: s) map(tofrom: s,c)", "distribute parallel for reduction(+: s)"],
    );
}

#[test]
fn what_a_gang_keeps_from_iteration_to_iteration_keeps_the_levels() {
    // Each gang counts its own iterations.
    check(
        "#pragma acc parallel num_gangs(4) copy(c)
{
int count = 0;
#pragma acc loop gang
for (int i = 0; i < N; ++i) count += i;
#pragma acc atomic
c[0] += count;
}",
        &[
            "target teams num_teams(4) map(tofrom: c)",
            "distribute",
            "parallel num_threads(1)",
            "atomic update",
        ],
    );
    // An array of the gang.
    check(
        "#pragma acc parallel loop gang num_gangs(4) num_workers(2)
for (int i = 0; i < N; ++i) {
double row[N];
#pragma acc loop worker
for (int j = 0; j < N; ++j) row[j] = a[i][j];
#pragma acc loop worker
for (int j = 0; j < N; ++j) b[i][j] = row[N - 1 - j];
}",
        &["target teams map(tofrom: a,b)", "distribute parallel for", "simd", "simd"],
    );
    // An array of the gang that nothing else uses.
    check(
        "double row[N];
#pragma acc parallel num_gangs(4) num_workers(2) private(row)
{
#pragma acc loop gang
for (int i = 0; i < N; ++i) row[i] = i;
}",
        &["target teams private(row)", "distribute parallel for simd private(row)"],
    );
}

#[test]
fn sizes_of_one_say_that_nothing_is_shared() {
    check(
        "#pragma acc parallel loop gang num_gangs(1)
for (int i = 0; i < N; ++i) c[i] = i;",
        &["target teams num_teams(1) map(tofrom: c)", "distribute"],
    );
}

#[test]
fn gangs_that_repeat_something_keep_their_number() {
    check(
        "#pragma acc parallel num_gangs(4) copy(n)
{
#pragma acc atomic
n++;
#pragma acc loop gang
for (int i = 0; i < N; ++i) c[i] = i;
}",
        &[
            "target teams num_teams(4) map(tofrom: n) map(tofrom: c)",
            "parallel num_threads(1)",
            "atomic update",
            "distribute parallel for simd",
        ],
    );
}

#[test]
fn one_gang_executes_what_no_gangs_share() {
    let functions = "#pragma acc routine gang
void gangs(double *x, int n);
#pragma acc routine seq
void one(double *x, int n);
";
    let first = |clauses: &str, statement: &str| {
        let source = format!(
            "{functions}void f(double *x, int n) {{\ndouble s = 0; int i;\n#pragma acc parallel {clauses}\n{statement}\n}}"
        );
        lines(&source, PORTABLE).into_iter().find(|line| line.starts_with("target")).unwrap_or_default()
    };
    let shared = "{\n#pragma acc loop gang\nfor (i = 0; i < n; ++i) x[i] = 1;\n}";
    for (clauses, statement, expected) in [
        ("copy(x[0:n])", "one(x, n);", "target teams num_teams(1) map(tofrom: x[0:n])"),
        ("copy(x[0:n])", "x[0] += 1;", "target teams num_teams(1) map(tofrom: x[0:n])"),
        ("copy(x[0:n])", "gangs(x, n);", "target teams map(tofrom: x[0:n])"),
        ("copy(x[0:n])", shared, "target teams map(tofrom: x[0:n])"),
        ("copy(x[0:n]) num_gangs(4)", "x[0] += 1;", "target teams map(tofrom: x[0:n]) num_teams(4)"),
        ("reduction(+: s)", "s += 1;", "target teams num_teams(1) reduction(+: s) map(tofrom: s)"),
        ("num_workers(4) copy(x[0:n])", "one(x, n);", "target teams num_teams(1) map(tofrom: x[0:n])"),
    ] {
        assert_eq!(first(clauses, statement), expected, "{clauses}: {statement}");
    }
}

#[test]
fn loops_that_are_proven_to_be_independent_are_shared() {
    check(
        "#pragma acc kernels loop
for (int i = 0; i < N; ++i) c[i] = a[i][0];",
        &["target teams map(tofrom: c,a)", "distribute parallel for simd"],
    );
    check(
        "#pragma acc parallel
#pragma acc loop auto
for (int i = 0; i < N; ++i) { t = a[i][0]; c[i] = t * t; }",
        &["target teams map(tofrom: a,c)", "distribute parallel for simd private(t)"],
    );
    check(
        "#pragma acc kernels loop copyin(y[0:n]) copy(x[0:n])
for (int i = 0; i < n; ++i) x[i] = y[i];",
        &["target teams map(to: y[0:n]) map(tofrom: x[0:n])", "distribute parallel for simd"],
    );
}

#[test]
fn proven_loops_may_call_functions_that_compute_a_value() {
    let call = "double c[64];\nvoid g(void) {\n#pragma acc kernels loop\nfor (int i = 0; i < 64; ++i) c[i] = f(i);\n}";
    let with = |function: &str| lines(&format!("{function}\n{call}"), PORTABLE);
    let shared = ["target teams map(from: c)", "distribute parallel for simd"];
    assert_eq!(with("static double f(double x) { return x * x; }")[1..], shared[1..]);
    for function in ["extern double f(double);", "double v; static double f(double x) { return v += x; }"] {
        let serial = with(function);
        assert!(!serial.iter().any(|line| line.contains("distribute")), "{function}: {serial:?}");
    }
}

#[test]
fn lanes_share_the_last_of_collapsed_loops() {
    check(
        "#pragma acc parallel loop collapse(2)
for (i = 0; i < N; ++i)
for (j = 0; j < N; ++j) { t = a[i][j]; b[i][j] = t; }",
        &[
            "target teams map(tofrom: a,b)",
            "distribute parallel for private(i,j) private(t)",
            "simd private(t)",
        ],
    );
    check(
        "#pragma acc parallel loop collapse(3) reduction(+:s)
for (i = 0; i < N; ++i)
for (j = 0; j < N; ++j)
for (k = 0; k < N; ++k) s += a[i][j] * b[j][k];",
        &[
            "target teams map(tofrom: s,a,b) reduction(+: s)",
            "distribute parallel for collapse(2) reduction(+: s) private(i,j,k)",
            "simd reduction(+: s)",
        ],
    );
    let nest = "double a[64][64];
void f(void) {
#pragma acc parallel loop collapse(2)
for (int i = 0; i < 64; ++i)
for (int j = 0; j < 64; ++j) a[i][j] = i;
}";
    assert_eq!(
        lines(nest, LLVM),
        ["target teams map(ompx_hold,tofrom: a)", "distribute parallel for collapse(2)"]
    );
}

#[test]
fn loops_that_are_not_proven_run_in_their_order() {
    let one = "target teams num_teams(1) thread_limit(1)";
    let serial = |body: &str, clauses: &str| check(body, &[&format!("{one} {clauses}")]);
    serial(
        "#pragma acc kernels loop
for (int i = 1; i < N; ++i) c[i] = c[i - 1];",
        "map(tofrom: c)",
    );
    serial(
        "#pragma acc kernels loop present(x, y)
for (int i = 0; i < n; ++i) x[i] = x[i + k] + y[i];",
        "map(alloc: x[0:0],y[0:0])",
    );
}

#[test]
fn lanes_share_innermost_loops_that_are_proven_to_be_independent() {
    check(
        "#pragma acc parallel loop copy(x[0:n*n]) copyin(y[0:n*n])
for (i = 0; i < n; ++i) {
for (k = 0; k < n; ++k)
for (j = 0; j < n; ++j)
x[i * n + j] += y[k * n + j];
}",
        &[
            "target teams map(tofrom: x[0:n * n]) map(to: y[0:n * n])",
            "distribute parallel for private(i) private(k,j)",
            "simd",
        ],
    );
    // A sum of real numbers without `reduction`, few iterations, a dependence, and a column.
    check(
        "#pragma acc parallel loop gang
for (i = 0; i < N; ++i) {
s = 0;
for (k = 0; k < N; ++k) s += a[i][k];
for (k = 0; k < 5; ++k) b[i][k] = s;
for (k = 1; k < N; ++k) a[i][k] += a[i][k - 1];
for (k = 0; k < N; ++k) b[k][i] = s;
}",
        &["target teams map(tofrom: a,b)", "distribute parallel for private(i) private(s,k)"],
    );
}

#[test]
fn threads_have_what_lanes_would_have_if_compilers_get_simd_wrong() {
    // An element that the iteration has changed is read under another name.
    check(
        "#pragma acc parallel loop gang
for (i = 0; i < N; ++i) {
#pragma acc loop vector
for (j = 1; j < N; ++j) {
for (k = 1; k < N; ++k) { t = a[k][j]; b[k][j] = t; a[k - 1][j] = b[k - 1][j]; }
}
}",
        &["target teams map(tofrom: a,b)", "distribute parallel for collapse(2) private(i,j) private(k,t)"],
    );
    check(
        "#pragma acc parallel loop gang
for (i = 0; i < N; ++i) {
t = c[i];
c[i] = t;
#pragma acc loop vector
for (j = 1; j < N; ++j) {
for (k = 1; k < N; ++k) { t = a[k][j]; b[k][j] = t; a[k - 1][j] = b[k - 1][j]; }
}
}",
        &["target teams map(tofrom: c,a,b)", "distribute parallel for private(i,j) private(t,k)"],
    );
}

#[test]
fn lanes_share_no_loop_with_chains_of_choices() {
    check(
        "#pragma acc parallel loop gang
for (int r = 0; r < N; ++r) {
#pragma acc loop worker
for (int q = 0; q < N; ++q) {
if (q == 0) a[r][q] = 1 / c[r]; else if (q == n) a[r][q] = 2 / c[r]; else a[r][q] = c[r];
}
for (int q = 0; q < N; ++q) {
if (q == 0) b[r][q] = 1; else b[r][q] = c[r];
}
}",
        &["target teams map(tofrom: a,c,b)", "distribute parallel for", "simd"],
    );
}

#[test]
fn what_openmp_says_of_scalars_anyway_is_left_out() {
    // Pointers are no scalars for `defaultmap`.
    check(
        "#pragma acc data copy(x[0:n])
{
#pragma acc parallel loop
for (int i = 0; i < n; ++i) x[i] += k;
}",
        &["target data map(tofrom: x[0:n])", "target teams", "distribute parallel for simd"],
    );
    // A scalar that a data construct covers needs it, and then the others are listed.
    check(
        "#pragma acc data copy(x[0:n], t)
{
#pragma acc parallel loop
for (int i = 0; i < n; ++i) x[i] += k * t;
}",
        &[
            "target data map(tofrom: x[0:n],t)",
            "target teams firstprivate(n,k) defaultmap(tofrom: scalar)",
            "distribute parallel for simd",
        ],
    );
    // Each gang changes its own.
    check(
        "#pragma acc parallel copy(x[0:n])
{
k += 1;
#pragma acc loop
for (int i = 0; i < n; ++i) x[i] += k;
}",
        &["target teams map(tofrom: x[0:n]) firstprivate(k)", "distribute parallel for simd"],
    );
    check(
        "#pragma acc parallel loop gang copy(x[0:n])
for (int i = 0; i < n; ++i) { int *q = &k; x[i] += *q; }",
        &["target teams map(tofrom: x[0:n]) firstprivate(k)", "distribute"],
    );
}

#[test]
fn variables_that_devices_may_have_are_listed() {
    let function = |scalar: &str| {
        format!(
            "int global; _Atomic int shared;
void f(int n, double *x, double _Complex z) {{
static int kept;
#pragma acc parallel loop copy(x[0:n])
for (int i = 0; i < n; ++i) x[i] += {scalar};
}}"
        )
    };
    for scalar in ["global", "kept", "z"] {
        let clause = format!("target teams map(tofrom: x[0:n]) firstprivate({scalar})");
        assert_eq!(lines(&function(scalar), PORTABLE), [&clause, "distribute parallel for simd"]);
    }
}

#[test]
fn data_that_a_construct_around_maps_is_named_once() {
    let found = |data: &str, clauses: &str, start: &str| {
        let statements = format!(
            "#pragma acc data {data}
{{
#pragma acc parallel loop {clauses}
for (int i = 2; i < 4; ++i) {{ x[i] += c[i]; }}
}}"
        );
        let function =
            format!("double c[64];\nvoid g(void);\nvoid f(int n, double *x) {{ int k = 2;\n{statements}\n}}");
        let all = lines(&function, PORTABLE);
        assert!(all.iter().any(|line| line == start), "{statements}: {all:?}");
    };
    found("copy(x[0:n], c)", "copyin(c) copy(x[0:n])", "target teams");
    found("copy(x[0:n], c)", "present(c, x[0:n])", "target teams");
    found("copy(x[0:8], c)", "copyin(c) copy(x[0:4])", "target teams");
    // Parts, data that may be absent, and bounds that are not known to be the same.
    found(
        "copy(x[0:n], c)",
        "copyin(c[2:4]) copy(x[2:2])",
        "target teams map(to: c[2:4]) map(tofrom: x[2:2])",
    );
    found("copyin(x[0:n]) if(n)", "copy(x[0:n])", "target teams map(tofrom: x[0:n]) map(tofrom: c)");
    found("copyin(x[0:4])", "copy(x[0:n])", "target teams map(tofrom: x[0:n]) map(tofrom: c)");
    found("no_create(x[0:n])", "copy(x[0:n])", "target teams map(tofrom: x[0:n]) map(tofrom: c)");
    // `always` copies.
    found("copyin(x[0:n])", "copyin(always: x[0:n])", "target teams map(always,to: x[0:n]) map(tofrom: c)");
}

#[test]
fn data_that_may_have_been_released_is_named_again() {
    let inside = |statement: &str, start: &str| {
        let function = format!(
            "void g(void);
void f(int n, double *x) {{
#pragma acc data copy(x[0:n])
{{
{statement}
#pragma acc parallel loop copy(x[0:n])
for (int i = 0; i < n; ++i) x[i] += 1;
}}
}}"
        );
        assert_eq!(lines(&function, PORTABLE)[1], start, "{statement}");
    };
    inside("", "target teams");
    inside("g();", "target teams map(tofrom: x[0:n])");
    inside("n = 5;", "target teams map(tofrom: x[0:n])");
    inside("x = x + 1;", "target teams map(tofrom: x[0:n])");
}

/// Checks the lines of a nest of three loops with the levels of a program, in two dialects. `header` is that of the loop in
/// the middle, and `behind` follows the innermost loop in it.
fn check_nest(header: &str, behind: &str, portable: &[&str], llvm: &[&str]) {
    let function = format!(
        "enum {{ N = 64 }};
double a[N][N][N], b[N][N];
int calls(int v);
void f(int n, int m, const int *x) {{
#pragma acc parallel loop gang copy(a) copyin(b)
for (int i = 0; i < n; ++i) {{
#pragma acc loop worker
{header}
{{
#pragma acc loop vector
for (int k = 0; k < n; ++k) a[i][j][k] += 1;
{behind}
}}
}}
}}"
    );
    assert_eq!(lines(&function, PORTABLE)[1..], *portable, "{header} {behind}");
    assert_eq!(lines(&function, LLVM)[1..], *llvm, "{header} {behind}");
}

#[test]
fn loops_without_anything_between_them_are_shared_together() {
    let all = ["distribute parallel for collapse(3)"];
    let but_one = ["distribute parallel for collapse(2)", "simd"];
    check_nest("for (int j = 0; j < m * 2 - 1; ++j)", "", &but_one, &all);
    check_nest("for (long j = n; j >= 1; j -= 2)", "", &but_one, &all);
    // A statement between the loops.
    check_nest(
        "for (int j = 0; j < m; ++j)",
        "b[i][j] = n;",
        &["distribute parallel for collapse(2)", "simd"],
        &["distribute parallel for collapse(2)", "simd"],
    );
}

#[test]
fn loops_that_count_other_values_in_each_iteration_are_not() {
    let alone = ["distribute parallel for", "simd"];
    // The innermost loop is in the nest of none of the others.
    for header in [
        "for (int j = 0; j < i; ++j)",
        "for (int j = i; j < n; ++j)",
        "for (int j = 0; j < x[i]; ++j)",
        "for (int j = 0; j < n / m; ++j)",
        "for (int j = 0; j < calls(n); ++j)",
        "for (short j = 0; j < 8; ++j)",
    ] {
        check_nest(header, "", &alone, &alone);
    }
}

#[test]
fn a_constant_vector_length_is_the_size_of_teams_on_devices_without_lanes() {
    let check = |clauses: &str, dialect: Dialect, limit: &str| {
        let function = format!(
            "void f(int n, double *x) {{
#pragma acc parallel loop {clauses} present(x[0:n])
for (int i = 0; i < n; ++i) x[i] += 1;
}}"
        );
        let start = lines(&function, dialect).remove(0);
        assert_eq!(start.contains("thread_limit"), !limit.is_empty(), "{clauses}: {start}");
        assert!(start.contains(limit), "{clauses}: {start}");
    };
    check("gang vector vector_length(128)", LLVM, "thread_limit(128)");
    check("gang vector vector_length(100)", LLVM, "thread_limit(128)");
    check("gang vector vector_length(1)", LLVM, "thread_limit(32)");
    // The size of something else, of another dialect, or of no device.
    check("gang vector vector_length(128)", PORTABLE, "");
    check("gang vector vector_length(n)", LLVM, "");
    check("gang vector vector_length(4096)", LLVM, "");
    check("gang vector vector_length(128) num_workers(4)", LLVM, "");
    check("gang worker vector vector_length(128)", LLVM, "");
    check("vector_length(128)", LLVM, "");
}

#[test]
fn threads_do_not_share_what_each_gang_has_behind_a_pointer() {
    for clause in ["private", "firstprivate"] {
        let construct = format!("#pragma acc parallel {clause}(x[0:n]) copy(c)\n{{");
        let source = format!(
            "void f(int n, double *x, double *c) {{\n{construct}\n#pragma acc loop gang\n\
             for (int i = 0; i < n; ++i) {{ x[0] = i; c[i] = x[0]; }}\n}}\n}}"
        );
        let found = lines(&source, PORTABLE);
        assert!(found.iter().any(|line| line == "distribute"), "{found:?}");
    }
}

/// Checks whether each thread gets its own of the variable `t` of the gangs, in a construct with these clauses and statements.
fn check_own(clauses: &str, statements: &str, is_own: bool) {
    let function = format!(
        "enum {{ N = 64 }};\ndouble a[N], c[N];\nvoid g(double *row);\nvoid f(int n, int m, const double *x) {{\n\
         double t[8], w[1 << 20], u = 0;\n#pragma acc parallel {clauses}\n{{\n{statements}\n}}\n}}"
    );
    for dialect in [PORTABLE, LLVM] {
        let found = lines(&function, dialect);
        let own = |line: &String| line.starts_with("distribute parallel for") && line.contains("private(t)");
        assert_eq!(found.iter().any(own), is_own, "{clauses}: {statements}: {found:?}");
        let is_kept = found.iter().any(|line| line == "distribute" || line.starts_with("distribute dist"));
        assert_eq!(is_kept, !is_own, "{clauses}: {statements}: {found:?}");
    }
}

/// A gang loop whose iterations write an array before they read it.
const FILLS: &str = "#pragma acc loop gang
for (int i = 0; i < n; ++i) {
#pragma acc loop vector
for (int k = 0; k < 8; ++k) t[k] = x[i] * k;
a[i] = t[i % 8];
}";

#[test]
fn threads_have_their_own_of_what_only_their_loop_uses_of_the_gang() {
    let own = |clauses: &str, statements: &str| check_own(clauses, statements, true);
    own("private(t)", FILLS);
    own("private(t) num_gangs(n)", FILLS);
    own("", &format!("double t[8];\n{FILLS}"));
    own(
        "",
        &format!(
            "struct {{ double low, high; }} t;\n{}",
            FILLS.replace("t[k]", "t.low").replace("t[i % 8]", "t.high")
        ),
    );
    own("private(t)", &FILLS.replace("a[i] =", "g(t); a[i] ="));
    // What another loop has of its own under the same name.
    own("private(t)", &format!("#pragma acc loop seq\nfor (int s = 0; s < m; ++s)\n{FILLS}"));
    // An assignment under a condition, and a use under it.
    let chosen = "double t;\n#pragma acc loop gang\nfor (int i = 0; i < n; ++i) { if (x[i] > 0) t = x[i]; if (x[i] > 0) a[i] = t; }";
    own("", chosen);
}

#[test]
fn what_a_gang_has_before_its_loop_or_uses_behind_it_stays_its_own() {
    let kept = |clauses: &str, statements: &str| check_own(clauses, statements, false);
    // It has a value before the loop.
    kept("firstprivate(t)", FILLS);
    kept("", &format!("double t[8] = {{1}};\n{FILLS}"));
    kept("private(t)", &format!("t[0] = x[0];\n{FILLS}"));
    kept("", &format!("double t = 1;\n{}", FILLS.replace("t[k] =", "t +=").replace("t[i % 8]", "t")));
    // It is used behind the loop, or by another one.
    kept("private(t)", &format!("{FILLS}\nc[0] = t[1];"));
    kept("private(t)", &format!("{FILLS}\n{FILLS}"));
    // It is known which gang executes an iteration.
    kept("private(t) num_gangs(1)", FILLS);
    kept("private(t)", &FILLS.replace("gang", "gang(static: 4)"));
    // No clause copies it, or the copies are large.
    kept("", &format!("double t[n];\n{FILLS}"));
    kept("", &format!("double t[1 << 20];\n{FILLS}"));
    kept("", &format!("volatile double t[8];\n{FILLS}"));
    kept("", &format!("_Atomic double t;\n{}", FILLS.replace("t[k]", "t").replace("t[i % 8]", "t")));
}
