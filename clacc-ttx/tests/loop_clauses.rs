//! Arguments of levels, tiles, and loops with statements between them: the directives, and what is reported.

mod common;

use clacc_ttx::dialect::{CLACC, Dialect, GCC, LLVM, PORTABLE};
use clacc_ttx::rewrite::RewriteOptions;
use common::Program;

/// The lines of directives behind the first, and the codes of findings of the mapping, for a function body.
fn translated(body: &str, dialect: Dialect) -> (Vec<String>, Vec<&'static str>) {
    let text = format!("void g(int);\nvoid f(int *restrict a, int n, int m) {{\nint i, j;\n{body}\n}}\n");
    let translated = Program::new(&text).translate(dialect, RewriteOptions::default());
    let lines = translated.lossy();
    let lines = lines.lines().filter(|line| line.contains("#pragma")).skip(1);
    let lines = lines.map(|line| line.trim().trim_start_matches("#pragma omp ").to_owned()).collect();
    (lines, translated.translation.findings.iter().map(|finding| finding.code.id).collect())
}

/// The directives of a nest of two loops behind `target teams`.
fn check(clauses: &str, dialect: Dialect, expected: &[&str]) {
    let body = format!(
        "#pragma acc parallel loop {clauses} copy(a[0:n * m])\nfor (i = 0; i < n; ++i)\nfor (j = 0; j < m; ++j) a[i * m + j] = 1;"
    );
    let (lines, codes) = translated(&body, dialect);
    assert_eq!(lines, expected, "{clauses} in {}", dialect.name());
    assert!(codes.is_empty(), "{clauses}: {codes:?}");
}

#[test]
fn tiles_are_collapsed_where_no_compiler_has_them() {
    check("tile(2, 4)", PORTABLE, &["distribute collapse(2) private(i,j)"]);
    check("tile(4)", PORTABLE, &["distribute private(i)"]);
    check("gang vector tile(*, 4)", PORTABLE, &["distribute simd collapse(2)"]);
    check(
        "gang worker tile(n, *)",
        PORTABLE,
        &["distribute parallel for collapse(2) private(i,j) shared(n,m,a)"],
    );
    check("seq num_gangs(1) tile(2, 2)", PORTABLE, &[]);
}

#[test]
fn tiles_are_divided_where_compilers_can() {
    for dialect in [LLVM, CLACC] {
        check("tile(2, 4)", dialect, &["distribute collapse(2) private(i,j)", "tile sizes(2, 4)"]);
        check(
            "gang vector tile(*, 4)",
            dialect,
            &["distribute collapse(2) private(i,j)", "tile sizes(1, 4)"],
        );
        check(
            "gang worker tile(2, 4)",
            dialect,
            &["distribute collapse(2) private(i,j)", "tile sizes(2, 4)"],
        );
    }
    let all = ["distribute parallel for collapse(2) private(i,j) shared(n,m,a)", "tile sizes(1, 1)"];
    check("gang worker vector tile(n, 1)", LLVM, &all);
    check("seq num_gangs(1) tile(2, 2)", LLVM, &[]);
    check("seq num_gangs(1) tile(2, 2)", CLACC, &["tile sizes(2, 2)"]);
    for (level, expected) in [
        ("seq", &["distribute private(i)"][..]),
        ("vector", &["distribute private(i)", "tile sizes(3)"]),
        (
            "worker vector",
            &["distribute private(i)", "parallel for private(j) shared(m,a,i)", "tile sizes(3)"],
        ),
    ] {
        let nest = format!(
            "#pragma acc parallel loop gang copy(a[0:n * m])\nfor (i = 0; i < n; ++i)\n#pragma acc loop {level} tile(3)\nfor (j = 0; j < \
             m; ++j) a[i * m + j] = 1;"
        );
        assert_eq!(translated(&nest, LLVM).0, expected, "{level}");
    }
}

#[test]
fn chunks_of_gangs_are_printed() {
    check("gang(static: *)", PORTABLE, &["distribute dist_schedule(static) private(i)"]);
    check(
        "gang(static: n / 2) collapse(2)",
        PORTABLE,
        &["distribute dist_schedule(static, n / 2) collapse(2) private(i,j)"],
    );
    check(
        "gang(static: 8) vector vector_length(4) private(j)",
        PORTABLE,
        &["distribute simd simdlen(4) dist_schedule(static, 8) private(j)"],
    );
    check("auto num_gangs(1) gang(static: 8)", PORTABLE, &[]);
}

#[test]
fn statements_between_loops_are_executed_by_the_outermost() {
    let nest = |clauses: &str| {
        format!(
            "#pragma acc parallel loop {clauses} copy(a[0:n * m])\nfor (i = 0; i < n; ++i) {{\nint k = i * m;\nfor (j = 0; j < m; ++j) \
             a[k + j] = 1;\n}}"
        )
    };
    for (clauses, expected) in [
        ("collapse(force: 2)", "distribute private(i,j)"),
        ("gang vector collapse(force: 2)", "distribute simd private(j)"),
        ("gang worker vector collapse(force: 2)", "distribute parallel for simd private(j) shared(n,m,a)"),
    ] {
        assert_eq!(translated(&nest(clauses), PORTABLE), (vec![expected.to_owned()], vec![]), "{clauses}");
    }
    check("gang vector collapse(force: 2)", PORTABLE, &["distribute simd collapse(2)"]);
}

#[test]
fn vector_lanes_share_no_loop_that_clang_gets_wrong() {
    let own = "{ int v[4] = {i}; v[a[i] & 3] = 1; a[i] = v[0]; }";
    let counted = "{ int v[4]; for (j = 0; j < 4; ++j) v[j] = i; for (j = 1; j < 4; ++j) v[j] += v[j - 1]; a[i] = v[3]; }";
    let weak = LLVM.with_little_optimization();
    for (clauses, statement, dialect, has_simd) in [
        ("", own, PORTABLE, false),
        ("", own, LLVM, false),
        ("", own, GCC, true),
        ("", counted, LLVM, true),
        ("reduction(+: m)", "m += a[i];", LLVM, true),
        ("reduction(+: m)", "m += a[i];", weak, false),
        ("", "a[i] += 1;", weak, true),
    ] {
        let body = format!(
            "#pragma acc parallel loop gang worker vector {clauses} copy(a[0:n])\nfor (i = 0; i < n; ++i) {statement}"
        );
        let (lines, _) = translated(&body, dialect);
        assert_eq!(lines[0].contains("simd"), has_simd, "{statement} in {}: {lines:?}", dialect.name());
    }
}

/// A gang loop with this statement, and whether it is reported that other gangs would repeat it.
fn check_repeated(gangs: &str, level: &str, statement: &str, is_reported: bool) {
    let body = format!(
        "#pragma acc parallel num_gangs({gangs}) copy(a[0:n]) private(j)\n#pragma acc loop {level}\nfor (int k = 0; k < n; ++k) \
         {{ {statement} }}"
    );
    let (lines, codes) = translated(&body, PORTABLE);
    assert_eq!(lines[0], "distribute", "{body}");
    assert_eq!(codes.contains(&"MAP0060"), is_reported, "{body}");
}

#[test]
fn loops_that_other_gangs_would_repeat_are_reported() {
    check_repeated("4, 2", "gang(dim: 2)", "a[k] += 1;", true);
    check_repeated("4, 2", "gang(dim: 1)", "g(k);", true);
    check_repeated("4, 2", "", "a[k] += 1;", true);
    check_repeated("4", "gang(dim: 2)", "a[k] += 1;", true);
    check_repeated("4, 2", "gang(dim: 2)", "a[k] = k;", false);
    check_repeated("4, 2", "gang(dim: 2)", "int s = 0; s += k; j += s; a[k] = s;", false);
    check_repeated("1, 2", "gang(dim: 2)", "a[k] += 1;", false);
    check_repeated("4, 1", "gang", "a[k] += 1;", false);
    let inner = "\n#pragma acc loop gang(dim: 1)\nfor (int l = 0; l < n; ++l) a[l] += 1;\n";
    check_repeated("4, 2", "gang(dim: 2)", inner, false);
    check_repeated("4, 2, 2", "gang(dim: 2)", inner, true);
}
