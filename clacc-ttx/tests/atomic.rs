//! What `atomic` becomes: its form in each dialect, and the statements that keep their text.

mod common;

use clacc_ttx::dialect::{CLACC, Dialect, GCC, LLVM, PORTABLE};
use clacc_ttx::rewrite::RewriteOptions;
use common::Program;

/// The OpenMP lines that come from the directives before `statement` in a loop, and the codes of the findings.
fn translated(around: &str, atomic: &str, statement: &str, dialect: Dialect) -> (Vec<String>, Vec<String>) {
    let source = format!(
        "int g(void);\nstruct s {{ int m; }};\n\
         void f(int n, int x, int a, int b, int *p, struct s s, double _Complex z, _Atomic int t, volatile int w, \
         long double l) {{\n  int y;\n{around}\n  {{\n#pragma acc atomic {atomic}\n    {statement}\n  }}\n}}\n"
    );
    let translated = Program::new(source.as_bytes()).translate(dialect, RewriteOptions::default());
    let text = translated.lossy();
    let is_wanted = |line: &&str| line.contains("atomic") || line.contains("omp parallel num_threads");
    let lines = text.lines().map(str::trim).filter(is_wanted).map(str::to_owned).collect();
    let findings = &translated.translation.findings;
    let mut codes: Vec<String> = findings.iter().map(|finding| finding.code.id.to_owned()).collect();
    codes.retain(|code| matches!(code.as_str(), "MAP0046" | "MAP0048"));
    (lines, codes)
}

fn check(around: &str, atomic: &str, statement: &str, dialect: Dialect, lines: &[&str], codes: &[&str]) {
    let found = translated(around, atomic, statement, dialect);
    let lines: Vec<String> = lines.iter().map(|line| format!("#pragma {line}")).collect();
    let codes: Vec<String> = codes.iter().map(|code| (*code).to_owned()).collect();
    assert_eq!(found, (lines, codes), "{around} {atomic} {statement} in dialect {}", dialect.name());
}

const HOST: &str = "";
const LOOP: &str = "#pragma acc parallel loop\n  for (int i = 0; i < n; ++i)";
const SEQ: &str = "#pragma acc parallel loop seq\n  for (int i = 0; i < n; ++i)";
const DIRECT: &str = "#pragma acc parallel";

#[test]
fn the_kind_is_always_said() {
    for (atomic, statement, form) in [
        ("", "x++;", "omp atomic update"),
        ("update", "x = x + 1;", "omp atomic update"),
        ("read", "y = x;", "omp atomic read"),
        ("write", "x = y;", "omp atomic write"),
        ("capture", "y = x++;", "omp atomic capture"),
        ("compare", "x = x < a ? a : x;", "omp atomic compare"),
        ("if(n)", "x++;", "omp atomic update"),
        ("write if(n > 1)", "x = y;", "omp atomic write"),
    ] {
        for around in [HOST, LOOP] {
            for dialect in [PORTABLE, CLACC, LLVM] {
                check(around, atomic, statement, dialect, &[form], &[]);
            }
        }
    }
}

/// Where no partitioned loop is between `atomic` and its construct, gcc needs another region.
#[test]
fn compilers_that_refuse_atomic_in_teams_get_a_region_of_one_thread() {
    for around in [DIRECT, SEQ] {
        let wrapped = ["omp parallel num_threads(1)", "omp atomic update"];
        check(around, "", "x++;", PORTABLE, &wrapped, &[]);
        check(around, "", "x++;", GCC, &wrapped, &[]);
        check(around, "", "x++;", CLACC, &wrapped[1..], &[]);
        check(around, "", "x++;", LLVM, &wrapped[1..], &[]);
    }
}

#[test]
fn statements_that_compilers_refuse_keep_their_text() {
    let kept = |atomic: &str, statement: &str, dialect| {
        check(LOOP, atomic, statement, dialect, &[&format!("acc atomic {atomic}")], &["MAP0046"]);
    };
    for (atomic, statement) in [
        ("update", "x = x + a + b;"),
        ("update", "p[a] = p[a] * a * b;"),
        ("capture", "y = x = x | a | b;"),
        ("update", "z += 1;"),
        ("write", "t = a;"),
        ("compare", "x = (x < a) ? a : x;"),
        ("compare", "if ((x == a)) { x = b; }"),
    ] {
        kept(atomic, statement, PORTABLE);
        kept(atomic, statement, LLVM);
    }
    for (atomic, statement) in [
        ("update", "(x += a);"),
        ("capture", "y = (x += a);"),
        ("update", "w = a - w;"),
        ("update", "w = w - a;"),
        ("compare", "if (x < a) x = a;"),
        ("compare", "x = (x < a ? a : x);"),
        ("compare", "if (w < a) { w = a; }"),
        ("capture", "{ y = w; w = a - w; }"),
        ("capture", "{ y = w; w = w + a; }"),
    ] {
        kept(atomic, statement, PORTABLE);
        check(LOOP, atomic, statement, LLVM, &[&format!("omp atomic {atomic}")], &[]);
    }
    for (atomic, statement) in [
        ("update", "w -= a;"),
        ("update", "x = x + (a + b);"),
        ("update", "s.m = a + b + s.m;"),
        ("update", "(x++);"),
        ("capture", "y = (x++);"),
        ("compare", "x = x < (a) ? (a) : x;"),
        ("capture", "{ y = w; w += a; }"),
        ("compare", "if (w == a) { w = b; }"),
    ] {
        check(LOOP, atomic, statement, PORTABLE, &[&format!("omp atomic {atomic}")], &[]);
    }
}

#[test]
fn wide_variables_need_a_library() {
    check(LOOP, "", "l += 1;", PORTABLE, &["omp atomic update"], &["MAP0048"]);
    check(LOOP, "", "p[a] += 1;", PORTABLE, &["omp atomic update"], &[]);
}
