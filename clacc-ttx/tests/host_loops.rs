//! Loops in dialect `host`: what threads share, what each of them has of its own, and what one thread executes.

mod common;

use clacc_ttx::dialect::HOST;
use clacc_ttx::rewrite::RewriteOptions;
use common::Program;

/// Compares the directives of a function body, and what the mapping says.
fn check(body: &str, directives: &[&str], findings: &[&str]) {
    let text = format!(
        "void g(double *);\nvoid f(double *restrict a, double *b, int n) {{\nint i, t;\ndouble s;\n{body}\n}}\n"
    );
    let translated = Program::new(&text).translate(HOST, RewriteOptions::default());
    let lines = translated.lossy();
    let found: Vec<&str> =
        lines.lines().filter_map(|line| line.trim().strip_prefix("#pragma omp ")).collect();
    assert_eq!(found, directives, "{lines}");
    let said = &translated.translation.findings;
    let said: Vec<&str> =
        said.iter().filter(|finding| finding.code.id == "MAP0080").map(|finding| &*finding.message).collect();
    assert_eq!(said, findings, "{lines}");
}

/// The same for a gang loop in a construct, with statements around it.
fn check_gang(clauses: &str, before: &str, inside: &str, behind: &str, expected: Result<&str, &str>) {
    let body = format!(
        "#pragma acc parallel {clauses}\n{{\n{before}\n#pragma acc loop gang\nfor (int q = 0; q < n; ++q) {{ {inside} }}\n{behind}\n}}"
    );
    match expected {
        Ok(directive) => check(&body, &[directive], &[]),
        Err(why) => check(&body, &[], &[&format!("one thread executes this gang loop: {why}")]),
    }
}

#[test]
fn each_thread_has_what_the_gang_has() {
    check_gang("", "", "t = q; a[q] = t;", "", Ok("parallel for firstprivate(t)"));
    check_gang("private(t)", "", "t = q; a[q] = t;", "", Ok("parallel for private(t)"));
    check_gang("private(t)", "t = 2;", "t += q; a[q] = t;", "", Ok("parallel for firstprivate(t)"));
    check_gang("", "int u = 2;", "u = q; a[q] = u;", "", Ok("parallel for firstprivate(u)"));
    check_gang("", "double u[2];", "u[1] = q; a[q] = u[1];", "", Ok("parallel for firstprivate(u)"));
    check_gang("copy(t)", "", "a[q] = t;", "", Ok("parallel for"));
    check_gang("", "t = 1;", "a[q] = t;", "", Ok("parallel for"));
}

#[test]
fn what_iterations_leave_may_be_used_behind_the_loop() {
    const USED: Result<&str, &str> = Err("what its iterations leave in the gang's `t` is used behind it");
    const OWN: Result<&str, &str> = Ok("parallel for firstprivate(t)");
    check_gang("", "", "t = q; a[q] = t;", "a[0] = t;", USED);
    check_gang("", "", "t = q; a[q] = t;", "t = 1; a[0] = t;", OWN);
    check_gang("", "", "t = q; a[q] = t;", "t = t + 1; a[0] = t;", USED);
    check_gang("", "", "t = q; a[q] = t;", "if (n) t = 1; a[0] = t;", USED);
    check_gang("", "", "t = q; a[q] = t;", "if (n) { t = 1; a[0] = t; }", OWN);
    check_gang("", "", "t = q; a[q] = t;", "n > 2 && (t = 1); a[0] = t;", USED);
    check_gang("", "", "t = q; a[q] = t;", "for (int k = 0; k < n; ++k) { t = k; a[k] += t; }", OWN);
    check_gang("", "", "t = q; a[q] = t;", "for (int k = 0; k < n; ++k) t = k; a[0] = t;", USED);
    check_gang("", "", "t = q; a[q] = t;", "for (t = 0; t < n; ++t) a[t] += 1; a[0] = t;", OWN);
    check_gang("", "", "t = q; a[q] = t;", "while (t < 5) ++t;", USED);
}

#[test]
fn loops_around_bring_values_back() {
    let around = |first: &str, expected: Result<&str, &str>| {
        check_gang("", &format!("for (int k = 0; k < 3; ++k) {{ {first}"), "t = q; a[q] = t;", "}", expected);
    };
    around("", Ok("parallel for firstprivate(t)"));
    around("t = k;", Ok("parallel for firstprivate(t)"));
    around("b[k] = t;", Err("what its iterations leave in the gang's `t` is used behind it"));
}

#[test]
fn pointers_may_lead_to_what_the_gang_has() {
    const REACHED: Result<&str, &str> =
        Err("it may reach what the gang has of its own through a pointer, or a `goto`");
    check_gang("", "int u = 0, *p = &u;", "*p = q; a[q] = u;", "", REACHED);
    check_gang("", "double u[2]; double *p = u;", "u[0] = q; a[q] = p[0];", "", REACHED);
    check_gang("", "double *p = a + 1;", "p[q] = 1;", "", Ok("parallel for"));
    check_gang(
        "private(b[0:4])",
        "",
        "b[1] = q; a[q] = b[1];",
        "",
        Err("no clause of OpenMP gives each thread its own `b`"),
    );
}

#[test]
fn gangs_reduce_in_the_loops_that_threads_share() {
    check_gang("reduction(+:s)", "", "s += a[q];", "", Ok("parallel for reduction(+: s)"));
    check(
        "#pragma acc parallel copy(s)\n{\n#pragma acc loop seq reduction(+:s)\nfor (int k = 0; k < 3; ++k) {\n\
         #pragma acc loop gang\nfor (int q = 0; q < n; ++q) s += a[q];\n}\n}",
        &["parallel for reduction(+: s)"],
        &[],
    );
    check(
        "#pragma acc parallel copy(s)\n{\n#pragma acc loop gang\nfor (int q = 0; q < n; ++q) {\n\
         #pragma acc loop vector reduction(+:s)\nfor (int k = 0; k < 3; ++k) s += a[q] * k;\n}\n}",
        &["parallel for reduction(+: s)", "simd reduction(+: s)"],
        &[],
    );
    check(
        "#pragma acc parallel reduction(+:s)\n{\ns = 0;\n#pragma acc loop gang\nfor (int q = 0; q < n; ++q) s += a[q];\n}",
        &["parallel reduction(+: s) num_threads(1)", "parallel for reduction(+: s)"],
        &[],
    );
}

#[test]
fn loops_inside_are_of_one_thread() {
    check(
        "#pragma acc parallel loop gang\nfor (int q = 0; q < n; ++q) {\n#pragma acc loop worker\n\
         for (i = 0; i < 3; ++i) a[q] += i;\n#pragma acc loop vector\nfor (int k = 0; k < 3; ++k) b[k] = q;\n}",
        &["parallel for", "simd"],
        &[],
    );
}

/// Clang combines values of more than 8 bytes with the help of a library, whichever directive states the reduction.
#[test]
fn reductions_that_need_a_library_are_noted() {
    for directives in [
        "#pragma acc parallel loop reduction(+: w)",
        "#pragma acc parallel loop",
        "#pragma acc parallel reduction(+: w)\n#pragma acc loop",
        "#pragma acc parallel reduction(+: w)\n#pragma acc loop reduction(+: w)",
        "#pragma acc serial\n#pragma acc loop",
    ] {
        let text = format!(
            "long double f(int n, double *a) {{\nlong double w = 0;\n{directives}\nfor (int i = 0; i < n; ++i) w += a[i];\nreturn w;\n}}\n"
        );
        let translated = Program::new(&text).translate(HOST, RewriteOptions::default());
        let codes: Vec<&str> =
            translated.translation.findings.iter().map(|finding| finding.code.id).collect();
        assert_eq!(codes.contains(&"MAP0048"), translated.lossy().contains("reduction("), "{directives}");
    }
}
