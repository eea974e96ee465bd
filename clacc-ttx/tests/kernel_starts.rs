//! How kernels begin in clang's device code: what one thread executes is in a `parallel` region, and a region that begins with one thread of
//! each team is reported.

mod common;

use std::sync::Arc;

use clacc_ttx::dialect::{Dialect, LLVM, PORTABLE};
use clacc_ttx::policy::{Clacc, MappingPolicy, Performance};
use clacc_ttx::rewrite::RewriteOptions;
use common::Program;

/// Declarations in front of the function.
const ROUTINES: &str = "#pragma acc routine seq\ndouble seq(double x) { return x; }\n\
    #pragma acc routine worker\nvoid worker(int n, double *x);\n#pragma acc routine gang\nvoid gang(int n, double *x);\n";

/// The directives of a function's statements, and whether a region is reported.
fn translated(statements: &str, dialect: Dialect, policy: Arc<dyn MappingPolicy>) -> (Vec<String>, bool) {
    let source =
        format!("{ROUTINES}void f(int n, double a[n], double b[n], double s) {{\n{statements}\n}}\n");
    let translated = Program::new(&source).translate_by(policy, dialect, RewriteOptions::default());
    let is_reported = translated.translation.findings.iter().any(|finding| finding.code.id == "MAP0109");
    let text = translated.lossy();
    let behind = text.split_once("void f(").expect("the function is there").1;
    let directives = behind.lines().filter_map(|line| line.trim().strip_prefix("#pragma omp "));
    // Data clauses are not what this is about.
    let words = |line: &str| {
        let words = line.split(" map(").next().unwrap_or(line).split(" firstprivate(").next();
        words.unwrap_or(line).to_owned()
    };
    (directives.map(words).collect(), is_reported)
}

/// Checks the directives for clang's devices under policy `performance`, and whether the region is reported.
#[track_caller]
fn check(statements: &str, expected: &[&str], is_reported: bool) {
    let found = translated(statements, LLVM, Arc::new(Performance));
    assert_eq!(
        found,
        (expected.iter().map(|line| (*line).to_owned()).collect(), is_reported),
        "{statements}"
    );
}

/// The directives of what one thread executes.
const ALONE: [&str; 2] = ["target teams num_teams(1) thread_limit(1)", "parallel"];

#[test]
fn one_thread_begins_alone() {
    for statements in [
        "#pragma acc serial copy(a[0:n])\nfor (int i = 1; i < n; ++i) a[i] += seq(a[i - 1]);",
        "#pragma acc kernels copy(a[0:n])\nfor (int i = 1; i < n; ++i) a[i] += a[i - 1];",
    ] {
        check(statements, &ALONE, false);
    }
    let stated = ["target teams thread_limit(1) num_teams(1)", "parallel"];
    check("#pragma acc parallel num_gangs(1) copy(a[0:n])\na[0] += a[1];", &stated, false);
    check("#pragma acc parallel num_gangs(1) vector_length(64) copy(a[0:n])\na[0] += a[1];", &stated, false);
    check("#pragma acc parallel copy(a[0:n])\na[0] = seq(a[1]);", &ALONE, false);
    check("#pragma acc parallel copy(a[0:n]) num_workers(8)\na[0] = seq(a[1]);", &ALONE, false);
}

#[test]
fn a_loop_that_all_threads_share_begins_with_them() {
    let joined = ["target teams", "distribute parallel for"];
    check("#pragma acc parallel loop copy(a[0:n])\nfor (int i = 0; i < n; ++i) a[i] *= 2;", &joined, false);
    let inside = "#pragma acc parallel copy(a[0:n])\n{\n#pragma acc loop gang vector\nfor (int i = 0; i < n; ++i) a[i] *= 2;\n}";
    check(inside, &joined, false);
}

#[test]
fn other_regions_are_reported() {
    let team = ["target teams num_teams(1)"];
    check("#pragma acc serial copy(a[0:n])\ngang(n, a);", &team, true);
    check("#pragma acc serial copy(a[0:n])\nworker(n, a);", &team, true);
    check("#pragma acc kernels copy(a[0:n])\n{\nworker(n, a);\na[0] += 1;\n}", &team, true);
    check("#pragma acc parallel num_gangs(1) copy(a[0:n])\nworker(n, a);", &team, true);
    check("#pragma acc parallel num_gangs(4) copy(a[0:n])\na[0] = n;", &["target teams num_teams(4)"], true);
    let two = "#pragma acc parallel copy(a[0:n], b[0:n])\n{\n#pragma acc loop gang vector\nfor (int i = 0; i < n; ++i) a[i] *= 2;\n\
               #pragma acc loop gang vector\nfor (int i = 0; i < n; ++i) b[i] *= 2;\n}";
    check(two, &["target teams", "distribute parallel for", "distribute parallel for"], true);
}

#[test]
fn other_compilers_and_policies_keep_teams() {
    let statements = "#pragma acc serial copy(a[0:n])\na[0] += a[1];";
    let teams = (vec!["target teams num_teams(1) thread_limit(1)".to_owned()], false);
    assert_eq!(translated(statements, PORTABLE, Arc::new(Performance)), teams);
    assert_eq!(translated(statements, LLVM, Arc::new(Clacc)), teams);
    let composed = |name| Dialect::by_name(name).expect("it is one");
    // gcc reads such text too, OpenMP 5.0 has no such words, and text for no compiler is short.
    for name in ["5.1/device", "5.0/device/clang-19", "5.1/device/gcc-12+clang-19"] {
        let found = translated(statements, composed(name), Arc::new(Performance));
        assert_eq!((found.0.len(), found.1), (1, false), "{name}: {found:?}");
    }
    let alone = (ALONE.map(str::to_owned).to_vec(), false);
    assert_eq!(translated(statements, composed("5.1/device/clang-19"), Arc::new(Performance)), alone);
}

/// Checks the lines around a declaration behind `routine seq`.
#[track_caller]
fn check_routine(source: &str, dialect: Dialect, is_assumed: bool) {
    let text =
        Program::new(source).translate_by(Arc::new(Performance), dialect, RewriteOptions::default()).lossy();
    let begin = "#pragma omp declare target\n#pragma omp begin assumes no_parallelism\n";
    let end = "#pragma omp end assumes\n#pragma omp end declare target\n";
    assert_eq!((text.contains(begin), text.contains(end)), (is_assumed, is_assumed), "{text}");
}

#[test]
fn functions_of_other_files_begin_no_parallel_regions() {
    check_routine("#pragma acc routine seq\ndouble f(double x);\n", LLVM, true);
    check_routine("#pragma acc routine seq\ndouble f(double x);\n", PORTABLE, false);
    check_routine("#pragma acc routine vector\ndouble f(double x);\n", LLVM, false);
    check_routine("#pragma acc routine seq\ndouble f(double x) { return x; }\n", LLVM, false);
    let defined = "#pragma acc routine seq\ndouble f(double x);\ndouble f(double x) { return x; }\n";
    check_routine(defined, LLVM, false);
    check_routine("double f(double x);\n#pragma acc routine(f) seq\n", LLVM, false);
}
