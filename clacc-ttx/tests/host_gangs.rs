//! Gangs as teams, in dialect `native`: where results may depend on how many there are, and in functions that gangs call.

mod common;

use clacc_ttx::dialect::{HOST, NATIVE};
use clacc_ttx::rewrite::RewriteOptions;
use common::Program;

/// Compares the directives of a function body.
#[track_caller]
fn check(body: &str, expected: &[&str]) {
    let text = format!(
        "void g(double *);\ndouble sqrt(double);\nvoid f(double *restrict a, double *b, int n) {{\nint t = 0;\ndouble s = 0;\n{body}\n}}\n"
    );
    check_unit(&text, expected);
}

#[track_caller]
fn check_unit(text: &str, expected: &[&str]) {
    let translated = Program::new(text).translate(NATIVE, RewriteOptions::default());
    let lines = translated.lossy();
    let found: Vec<&str> =
        lines.lines().filter_map(|line| line.trim().strip_prefix("#pragma omp ")).collect();
    assert_eq!(found, expected, "{lines}");
}

const GANG_LOOP: &str = "#pragma acc loop gang\nfor (int q = 0; q < n; ++q) a[q] += t;\n";

#[test]
fn what_all_gangs_do_is_done_by_so_many_teams() {
    check(
        "#pragma acc parallel num_gangs(7) reduction(+:s)\ns += 1;",
        &["teams num_teams(7) reduction(+: s)"],
    );
    check(
        "#pragma acc parallel num_gangs(n + 1) private(t)\n{ t = n; g(a); }",
        &["teams num_teams(n + 1) private(t)"],
    );
    check(
        "#pragma acc parallel num_gangs(7) copy(t)\n{\n#pragma acc atomic\nt++;\n}",
        &["teams num_teams(7)", "atomic update"],
    );
    check("#pragma acc parallel num_gangs(2, 3)\na[0] = 1;", &["teams num_teams(2 * 3)"]);
}

#[test]
fn gangs_have_their_own_values_and_their_part_of_loops() {
    check(
        &format!("#pragma acc parallel num_gangs(7)\n{{ t += 2; a[n] = t;\n{GANG_LOOP}}}"),
        &["teams num_teams(7) firstprivate(t)", "distribute"],
    );
    check(
        "#pragma acc parallel num_gangs(7) copy(s)\n{ g(b);\n#pragma acc loop gang vector reduction(+:s)\nfor (int q = 0; q < n; ++q) s += a[q];\n}",
        &["teams num_teams(7) reduction(+: s)", "distribute simd reduction(+: s)"],
    );
}

#[test]
fn one_gang_is_enough_where_nothing_depends_on_it() {
    check(&format!("#pragma acc parallel num_gangs(7)\n{{ t = 2;\n{GANG_LOOP}}}"), &["parallel for"]);
    check(
        "#pragma acc parallel num_gangs(7)\n{ double r = sqrt(2);\n#pragma acc loop gang\nfor (int q = 0; q < n; ++q) a[q] = r;\n}",
        &["parallel for"],
    );
    check(
        "#pragma acc parallel loop gang num_gangs(7)\nfor (int q = 0; q < n; ++q) a[q] = 1;",
        &["parallel for"],
    );
    check(
        "#pragma acc parallel num_gangs(7) reduction(+:s)\n{\n#pragma acc loop gang reduction(+:s)\nfor (int q = 0; q < n; ++q) s += a[q];\n}",
        &["parallel reduction(+: s) num_threads(1)", "parallel for reduction(+: s)"],
    );
    check("#pragma acc parallel num_gangs(1)\na[0] = 1;", &[]);
    check("#pragma acc parallel\na[0] = 1;", &[]);
    check("#pragma acc kernels num_gangs(7)\na[0] = 1;", &[]);
    check(
        "#pragma acc parallel num_gangs(7)\n#pragma acc loop auto\nfor (int q = 1; q < n; ++q) a[q] += a[q - 1];",
        &[],
    );
}

#[test]
fn functions_of_gangs_share_loops_among_the_teams_of_their_callers() {
    let routine = |body: &str, expected: &[&str]| {
        let text = format!(
            "#pragma acc routine gang\nvoid f(double *restrict a, int n) {{\nint t = 0;\n#pragma acc loop gang\nfor (int q = 0; q < n; ++q) {{ {body} }}\na[n] = t;\n}}\n"
        );
        check_unit(&text, expected);
    };
    routine("a[q] = 1;", &["distribute parallel for"]);
    // Each team has its own `t`, and the last iteration of its part decides about it.
    routine("a[q] = 1; t = q;", &["distribute"]);
}

#[test]
fn compilers_of_openmp_get_one_gang() {
    let program = Program::new("void f(int *a) {\n#pragma acc parallel num_gangs(7)\na[0] = 1;\n}\n");
    let lines = program.translate(HOST, RewriteOptions::default()).lossy();
    assert!(!lines.contains("teams"), "{lines}");
}
