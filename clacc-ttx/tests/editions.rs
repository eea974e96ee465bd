//! The editions of the Clacc compiler's design: where policy `clacc-latest` differs from `clacc`.

mod common;

use std::sync::Arc;

use clacc_ttx::dialect::{CLACC, CLACC_LATEST, Dialect, LLVM, PORTABLE};
use clacc_ttx::policy::{Clacc, ClaccLatest, MappingPolicy};
use common::{Program, expanded};

/// The directives and new statements of a translation, without the lines of the source.
fn lines(source: &str, policy: Arc<dyn MappingPolicy>, dialect: Dialect) -> Vec<String> {
    let translated = Program::new(source).translate_by(policy, dialect, expanded()).lossy();
    let new = translated.lines().filter(|line| !source.lines().any(|old| old == *line));
    new.map(|line| line.trim().trim_start_matches("#pragma omp ").to_owned()).collect()
}

/// Checks the lines of one function under both policies, each in the dialect of the same name.
fn check(function: &str, seed: &[&str], latest: &[&str]) {
    assert_eq!(lines(function, Arc::new(Clacc), CLACC), seed, "policy clacc");
    assert_eq!(lines(function, Arc::new(ClaccLatest), CLACC_LATEST), latest, "policy clacc-latest");
}

/// Checks the lines under policy `clacc-latest` in another dialect.
fn check_in(dialect: Dialect, function: &str, latest: &[&str]) {
    assert_eq!(lines(function, Arc::new(ClaccLatest), dialect), latest, "{}", dialect.name());
}

#[test]
fn variables_that_are_shared_by_default_are_not_listed() {
    check(
        "void f(int n, float a, float *x, float *y) {
#pragma acc parallel loop gang worker copyin(x[0:n]) copy(y[0:n])
for (int i = 0; i < n; ++i) y[i] += a * x[i];
}",
        &[
            "target teams map(hold,to: x[0:n]) map(hold,tofrom: y[0:n]) shared(y,x) firstprivate(n,a)",
            "distribute parallel for shared(n,y,a,x)",
        ],
        &[
            "target teams map(ompx_hold,to: x[0:n]) map(ompx_hold,tofrom: y[0:n]) firstprivate(n,a)",
            "distribute parallel for",
        ],
    );
}

#[test]
fn combined_directives_imply_the_copy_of_what_gangs_reduce() {
    let combined = "int f(int n) {
int s = 0, v[100];
#pragma acc parallel loop reduction(+:s)
for (int i = 0; i < n; ++i) s += v[i];
return s;
}";
    check(
        combined,
        &["target teams map(hold,tofrom: s,v) shared(v) firstprivate(n) reduction(+: s)", "distribute"],
        &["target teams map(ompx_hold,tofrom: s,v) firstprivate(n) reduction(+: s)", "distribute"],
    );
    let nested = |clause: &str| {
        format!(
            "int f(int n) {{
int s = 0, v[100];
#pragma acc parallel{clause}
{{
#pragma acc loop gang reduction(+:s)
for (int i = 0; i < n; ++i) s += v[i];
}}
return s;
}}"
        )
    };
    check(
        &nested(" copy(s)"),
        &[
            "target teams map(hold,tofrom: s) map(hold,tofrom: v) shared(v) firstprivate(n) reduction(+: s)",
            "distribute",
        ],
        &[
            "target teams map(ompx_hold,tofrom: s) map(ompx_hold,tofrom: v) firstprivate(n) reduction(+: s)",
            "distribute",
        ],
    );
    check(
        &nested(""),
        &["target teams map(hold,tofrom: s,v) shared(v) firstprivate(n) reduction(+: s)", "distribute"],
        &[],
    );
    let refused = Program::new(&nested("")).translate_by(Arc::new(ClaccLatest), PORTABLE, expanded());
    let codes: Vec<_> = refused.translation.findings.iter().map(|finding| finding.code.id).collect();
    assert!(codes.contains(&"MAP0070"), "{codes:?}");
}

/// A function whose `parallel` stands in a `data` construct.
fn inside(data: &str, statement: &str) -> String {
    format!(
        "void f(int t, int u, int *a, int b[8]) {{
int c[8], d[8];
#pragma acc data {data}
{{
#pragma acc parallel
{statement};
}}
}}"
    )
}

#[test]
fn variables_that_a_visible_clause_covers_are_mapped_without_copies() {
    check(
        &inside("copy(t)", "t = 1"),
        &["target data map(hold,tofrom: t)", "target teams shared(t) defaultmap(tofrom: scalar)"],
        &["target data map(ompx_hold,tofrom: t)", "target teams map(alloc: t)"],
    );
    check(
        &inside("copy(a[0:8])", "a[0] = 1"),
        &["target data map(hold,tofrom: a[0:8])", "target teams shared(a) defaultmap(tofrom: scalar)"],
        &["target data map(ompx_hold,tofrom: a[0:8])", "target teams map(alloc: a[0:0])"],
    );
    check(
        &inside("copyin(t,c[0:4]) create(d)", "c[0] = d[0] = t"),
        &[
            "target data map(hold,to: t,c[0:4]) map(hold,alloc: d)",
            "target teams shared(c,d,t) defaultmap(tofrom: scalar)",
        ],
        &[
            "target data map(ompx_hold,to: t,c[0:4]) map(ompx_hold,alloc: d)",
            "target teams map(alloc: c[0:0],d,t)",
        ],
    );
    check(
        &inside("no_create(c[0:4]) copy(t)", "c[0] = t"),
        &[
            "target data map(no_alloc,hold,alloc: c[0:4]) map(hold,tofrom: t)",
            "target teams map(no_alloc,alloc: c) shared(c,t) defaultmap(tofrom: scalar)",
        ],
        &[
            "target data map(ompx_no_alloc,ompx_hold,alloc: c[0:4]) map(ompx_hold,tofrom: t)",
            "target teams map(ompx_no_alloc,alloc: c[0:0],t)",
        ],
    );
}

/// What the data construct may leave on the host is copied as by the implicit rule, and no scalar that may be
/// absent becomes `firstprivate`.
#[test]
fn what_may_be_absent_is_not_only_allocated() {
    check(
        &inside("copy(t,u) if(u)", "t = u"),
        &["target data map(hold,tofrom: t,u) if(u)", "target teams shared(t,u) defaultmap(tofrom: scalar)"],
        &["target data map(ompx_hold,tofrom: t,u) if(u)", "target teams map(tofrom: t,u)"],
    );
    check_in(
        PORTABLE,
        &inside("no_create(t,c) copy(u)", "c[0] = t = u"),
        &["target data map(tofrom: u)", "target teams map(alloc: u) map(tofrom: t)"],
    );
    check_in(
        LLVM,
        &inside("copy(a[2:4],t)", "a[2] = t"),
        &["target data map(ompx_hold,tofrom: a[2:4],t)", "target teams map(alloc: t) map(alloc: a[2:0])"],
    );
}

#[test]
fn workers_are_a_limit_on_threads() {
    check(
        "int g(void);
void f(void) {
#pragma acc parallel num_workers(g())
;
}",
        &["{", "(void)g();", "target teams", ";"],
        &["target teams thread_limit(g())"],
    );
    check(
        "void f(int n, int w, int *x) {
#pragma acc parallel loop gang worker vector copy(x[0:n]) num_workers(4) vector_length(8)
for (int i = 0; i < n; ++i) x[i] = i;
}",
        &[
            "target teams map(hold,tofrom: x[0:n]) shared(x) firstprivate(n)",
            "distribute parallel for simd num_threads(4) simdlen(8) shared(n,x)",
        ],
        &[
            "target teams map(ompx_hold,tofrom: x[0:n]) thread_limit(4) firstprivate(n)",
            "distribute parallel for simd simdlen(8)",
        ],
    );
}

#[test]
fn the_number_of_workers_is_left_out_where_one_thread_executes_a_kernels_construct() {
    let one_thread =
        "target teams num_teams(1) thread_limit(1) map(ompx_hold,tofrom: a[0:n]) firstprivate(n)";
    check_in(
        CLACC_LATEST,
        "void f(int n, int *a) {
#pragma acc kernels loop num_workers(3) copy(a[0:n])
for (int i = 0; i < n; ++i) a[i] = a[i ? i - 1 : 0];
}",
        &[one_thread],
    );
}
