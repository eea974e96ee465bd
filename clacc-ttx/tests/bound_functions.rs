//! What `bind` becomes: declarations where the source has none, and functions that have no form.

mod common;

use clacc_ttx::dialect::{CLACC, Dialect, GCC, LLVM, PORTABLE};
use clacc_ttx::rewrite::RewriteOptions;
use common::Program;

/// The translation, and the codes of its findings.
fn check(source: &str, dialect: Dialect, expected: &str, codes: &[&str]) {
    let translated = Program::new(source.as_bytes()).translate(dialect, RewriteOptions::default());
    let found: Vec<_> = translated.translation.findings.iter().map(|finding| finding.code.id).collect();
    assert_eq!(
        (translated.lossy().as_ref(), &found[..]),
        (expected, codes),
        "{source} in dialect {}",
        dialect.name()
    );
}

const VARIANT: &str = "#pragma omp declare variant(g) match(device={kind(nohost)})\n";

#[test]
fn what_is_not_declared_is_declared() {
    let for_devices =
        |declared| format!("#pragma omp declare target\n{declared}\n#pragma omp end declare target\n");
    let other = for_devices("__typeof__(f) g;");
    let again = for_devices("__typeof__(g) g;");
    for (source, expected) in [
        (
            "int g(int);\n#pragma acc routine bind(g)\nint f(int);\n",
            format!("int g(int);\n{again}{VARIANT}int f(int);\n"),
        ),
        (
            "#pragma acc routine bind(\"g\")\nint f(int);\n",
            format!("int f(int);\n{other}{VARIANT}__typeof__(f) f;\n"),
        ),
        (
            "#pragma acc routine bind(g)\nint f(int x) { return x; }\nint g(int);\n",
            format!("int f(int x) {{ return x; }}\n{other}{VARIANT}__typeof__(f) f;\nint g(int);\n"),
        ),
        (
            "int f(int);\n#pragma acc routine(f) bind(g)\n",
            format!("int f(int);\n{other}{VARIANT}__typeof__(f) f;\n"),
        ),
        (
            "static int f(int);\n#pragma acc routine(f) bind(g)\nstatic int g(int);\n",
            format!(
                "static int f(int);\n{}{VARIANT}static __typeof__(f) f;\nstatic int g(int);\n",
                for_devices("static __typeof__(f) g;")
            ),
        ),
        (
            "#pragma acc routine seq\nint g(int);\n#pragma acc routine seq bind(g)\nint f(int);\n",
            format!("{}{VARIANT}int f(int);\n", for_devices("int g(int);")),
        ),
        (
            "int f(int);\n#pragma acc routine(f) seq bind(g)\n#pragma acc routine seq\nint g(int);\n",
            format!("int f(int);\n{other}{VARIANT}__typeof__(f) f;\n{}", for_devices("int g(int);")),
        ),
    ] {
        check(source, LLVM, &expected, &[]);
        check(source, CLACC, &expected, &[]);
        check(source, PORTABLE, &expected, &["MAP0050"]);
        check(source, GCC, &expected, &["MAP0050"]);
    }
}

#[test]
fn functions_without_a_form_are_kept() {
    for source in [
        "int g(int);\n#pragma acc routine bind(g)\nstatic int f(int x) { return x; }\n",
        "static inline int g(int x) { return x; }\n#pragma acc routine bind(g)\nstatic int f(int x) { return x; }\n",
        "int g(int);\nvoid h(void) {\n  int f(int);\n#pragma acc routine(f) bind(g)\n}\n",
    ] {
        for dialect in [PORTABLE, LLVM, CLACC] {
            check(source, dialect, source, &["MAP0056"]);
        }
    }
    let text = "#pragma acc routine bind(\"_Z1gi.1\")\nint f(int);\n";
    check(text, LLVM, text, &["MAP0003"]);
}
