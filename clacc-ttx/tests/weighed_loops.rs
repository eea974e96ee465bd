//! Loops that threads share only if they have enough work, and loops whose iterations differ (policy `performance`).

mod common;

use std::sync::Arc;

use clacc_ttx::dialect::{Dialect, GCC, HOST, LLVM, PORTABLE};
use clacc_ttx::policy::{Clacc, MappingPolicy, Performance};
use common::{Program, expanded};

/// The clauses that say how threads share the outermost loop of a function body.
fn weighed(policy: Arc<dyn MappingPolicy>, dialect: Dialect, body: &str) -> Vec<String> {
    let source = format!(
        "enum {{ N = 64, M = 5000 }};\ndouble a[N], b[M][M], t[M]; int g; volatile int vn; unsigned char uc;\n\
         struct {{ int n; }} s; double sqrt(double); void heavy(int);\n\
         void f(int n, int m, unsigned u, long lo, long hi, int *p, double *x, double *y) {{\n{body}\n}}"
    );
    let translated = Program::new(&source).translate_by(policy, dialect, expanded()).lossy();
    let shared = translated.lines().filter(|line| line.contains("parallel for"));
    let clause = |text: &str, name: &str| {
        let start = text.find(name)?;
        let mut open = 0;
        let end = text[start..].find(|letter| {
            open += i32::from(letter == '(') - i32::from(letter == ')');
            letter == ')' && open == 0
        })?;
        Some(text[start..=start + end].to_owned())
    };
    shared.flat_map(|line| [clause(line, "if("), clause(line, "schedule(")]).flatten().collect()
}

fn check(body: &str, expected: &[&str]) {
    let body = format!("#pragma acc parallel loop gang\n{body}");
    assert_eq!(weighed(Arc::new(Performance), HOST, &body), expected, "{body}");
}

#[test]
fn a_condition_says_how_many_iterations_are_enough() {
    check("for (int i = 0; i < n; ++i) x[i] += 1;", &["if(parallel: n > 3000)"]);
    check("for (unsigned i = 1; i <= u; ++i) x[i] = i;", &["if(parallel: u > 3000)"]);
    check("for (int i = n - 2; i >= 0; --i) x[i] = i;", &["if(parallel: n > 3000)"]);
    check("for (long i = lo; i < hi; i += 4) x[i] = i;", &["if(parallel: 1.0 * hi - lo > 10000)"]);
    check("for (int i = n / 2; i != n; ++i) x[i] = i;", &["if(parallel: 1.0 * n - (n / 2) > 3000)"]);
    check("for (int i = 0; i < g * n; ++i) x[i] = i;", &["if(parallel: (g * n) > 3000)"]);
    check("for (int i = -1000; i < n; ++i) x[i + 1000] = i;", &["if(parallel: 1.0 * n + 1000 > 3000)"]);
    check("for (int i = 0; i < n; ++i) x[i] = sqrt(x[i]);", &["if(parallel: n > 700)"]);
}

#[test]
fn iterations_of_nested_loops_are_multiplied() {
    check(
        "for (int i = 0; i < n; ++i) for (int j = 0; j < m; ++j) x[i * m + j] = 1;",
        &["if(parallel: 1.0 * n * m > 2000)"],
    );
    check(
        "for (long i = lo; i < hi; ++i) for (int j = 0; j < m; ++j) x[i * m + j] = 1;",
        &["if(parallel: (1.0 * hi - lo) * m > 2000)"],
    );
    check(
        "for (int i = 0; i < n; ++i) for (int j = 0; j < 8; ++j) x[i * 8 + j] = 1;",
        &["if(parallel: n > 300)"],
    );
    // One of two loops is enough.
    check(
        "for (int i = 0; i < n; ++i) { for (int j = 0; j < m; ++j) x[j] += i; for (int j = 0; j < g; ++j) y[j] += i; }",
        &["if(parallel: 1.0 * n * m > 2000 || 1.0 * n * g > 3000)"],
    );
    // A few iterations are enough already.
    check("for (int i = 0; i < n; ++i) for (int j = 0; j < M; ++j) x[i * M + j] = 1;", &[]);
}

#[test]
fn constants_decide_at_once() {
    check("for (int i = 0; i < N; ++i) a[i] = i;", &["if(parallel: 0)"]);
    check("for (int i = 0; i < M; ++i) t[i] = t[i] + 1;", &[]);
    check("for (int i = 0; i < M; ++i) for (int j = 0; j < M; ++j) b[i][j] = 1;", &[]);
    check("for (int i = 0; i < M; ++i) for (int j = 0; j < n; ++j) t[i] += x[j];", &[]);
}

#[test]
fn what_is_not_known_is_no_condition() {
    for body in [
        // What is called, and loops that do not say how often.
        "for (int i = 0; i < n; ++i) heavy(i);",
        "for (int i = 0; i < n; ++i) for (int j = p[i]; j < p[i + 1]; ++j) x[i] += y[j];",
        // Bounds that are no plain variables.
        "for (int i = 0; i < *p; ++i) x[i] = i;",
        "for (int i = 0; i < p[2]; ++i) x[i] = i;",
        "for (int i = 0; i < s.n; ++i) x[i] = i;",
        "for (int i = 0; i < vn; ++i) x[i] = i;",
        "for (int i = 0; i < uc; ++i) x[i] = i;",
        "for (int i = 0; i < n; i += m) x[i] = i;",
        // Bounds that the loop changes or declares.
        "for (int i = 0; i < n; ++i) { m = i + 2; for (int j = 0; j < m; ++j) x[i] += y[j]; }",
        "for (int i = 0; i < n; ++i) { int k = p[i]; for (int j = 0; j < k; ++j) x[i] += y[j]; }",
    ] {
        check(body, &[]);
    }
}

#[test]
fn nothing_is_read_that_may_have_no_value() {
    const NEST: &str = "#pragma acc parallel loop gang\nfor (int i = 0; i < n; ++i) for (int j = 0; j < k; ++j) x[i * k + j] = 1;";
    let check = |before: &str, is_known: bool| {
        let found = weighed(Arc::new(Performance), HOST, &format!("{before}\n{NEST}"));
        assert_eq!(found, if is_known { &["if(parallel: 1.0 * n * k > 2000)"][..] } else { &[] }, "{before}");
    };
    check("int k = n + 1;", true);
    check("int k; k = n + 1;", true);
    check("int k; { k = n + 1; }", true);
    check("int k; if (n) k = 2;", false);
    check("int k; if (n) { k = 2; }", false);
    check("int k; n && (k = 2);", false);
    check("int k; while (n--) k = 2;", false);
    check("int k; void take(int *); take(&k);", true);
    check("int k; again: k = 1; if (n--) goto again;", false);
    check("int k;", false);
}

#[test]
fn devices_always_share_loops() {
    let body = "#pragma acc parallel loop gang vector copy(x[0:n])\nfor (int i = 0; i < n; ++i) x[i] += 1;";
    let check = |dialect, expected: &[&str]| {
        assert_eq!(weighed(Arc::new(Performance), dialect, body), expected);
    };
    check(PORTABLE, &["if(parallel: n > 100000 || !omp_is_initial_device())"]);
    check(GCC, &["if(parallel: n > 100000 || !omp_is_initial_device())"]);
    check(LLVM, &[]);
    assert!(weighed(Arc::new(Clacc), HOST, body).is_empty());
    assert!(weighed(Arc::new(Clacc), PORTABLE, body).is_empty());
}

#[test]
fn the_condition_of_the_program_stays() {
    let body = "#pragma acc parallel loop gang vector copy(x[0:n]) if(m > 3)\nfor (int i = 0; i < n; ++i) x[i] += 1;";
    let found = weighed(Arc::new(Performance), PORTABLE, body);
    assert_eq!(found, ["if(parallel: n > 100000 || !omp_is_initial_device())"]);
}

#[test]
fn threads_take_turns_if_work_depends_on_the_number_of_the_iteration() {
    const STEADY: &str = "schedule(static, 4)";
    let check = |inner: &str, expected: &[&str]| {
        let body = format!("#pragma acc parallel loop gang\nfor (int i = 0; i < M; ++i) {{ {inner} }}");
        assert_eq!(weighed(Arc::new(Performance), HOST, &body), expected, "{body}");
    };
    check("for (int j = 0; j < i; ++j) b[i][j] = 1;", &[STEADY]);
    check("for (int j = i + 1; j < M; ++j) b[i][j] = 1;", &[STEADY]);
    check("for (int k = 0; k < M; ++k) for (int j = i; j < M; ++j) b[i][j] += k;", &[STEADY]);
    check("for (int j = i; j < i + 8; ++j) t[i] += b[i][j];", &[]);
    check("for (int j = 0; j < M; ++j) b[i][j] = 1;", &[]);
}

#[test]
fn threads_take_turns_if_nothing_tells_how_long_iterations_are() {
    const UNKNOWN: &str = "schedule(static, 4)";
    let check = |inner: &str, expected: &[&str]| {
        let body =
            format!("#pragma acc parallel loop gang\nfor (int i = 0; i < M; ++i) {{ int j = 0; {inner} }}");
        assert_eq!(weighed(Arc::new(Performance), HOST, &body), expected, "{body}");
    };
    check("while (t[i] > j) ++j; b[i][0] = j;", &[UNKNOWN]);
    check("for (j = 0; j < M; ++j) if (b[i][j] > 4) break; t[i] = j;", &[UNKNOWN]);
    check("for (j = 0; j < M && b[i][j] < 4; ++j) ; t[i] = j;", &[UNKNOWN]);
    check("for (j = 0; j < M; ++j) switch (j) { case 1: t[i] = 2; break; default: break; }", &[]);
}

#[test]
fn the_program_decides_which_iterations_belong_together() {
    let body = "#pragma acc parallel loop gang(static: 8)\nfor (int i = 0; i < M; ++i) for (int j = 0; j < i; ++j) b[i][j] = 1;";
    assert!(weighed(Arc::new(Performance), HOST, body).is_empty());
}
