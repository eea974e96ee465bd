//! The code that clang makes of translations for NVIDIA devices: threads have the values that they use. No device is needed.

#![expect(clippy::print_stderr, reason = "a skipped test says so")]

mod common;

use std::path::PathBuf;

use clacc_ttx::dialect::{Dialect, LLVM, PORTABLE};
use clacc_ttx::rewrite::{MacroTreatment, RewriteOptions};
use common::{Program, device_code};

const CLANG: &str = "clang-19";

/// Programs with pointers of variably modified type, and with copies of variables of a team.
const PROGRAMS: &[&str] = &[
    "tests/cases/variable_pointers.c",
    "tests/cases/team_copies.c",
    "tests/cases/routine_levels.c",
    "examples/c/lu.c",
];

/// A loop that gangs and threads share, beside statements that compute addresses. gcc does not take what clang needs.
const BESIDE: &str = "void f(int n, double a[n][n], double *x) {\n\
    #pragma acc parallel num_gangs(1) copy(a[0:n][0:n], x[0:n])\n{\ndouble first = a[0][0];\n\
    #pragma acc loop gang worker\nfor (int i = 0; i < n; ++i) x[i] = a[i][1] / first;\n}\n}\n";

fn faults(name: &str, source: &[u8], dialect: Dialect) -> Vec<String> {
    let options =
        RewriteOptions { openacc_macro: MacroTreatment::Define(202_506), ..RewriteOptions::default() };
    let text = Program::new(source).translate(dialect, options).text;
    let path = std::env::temp_dir().join(format!("clacc-{}-{name}-{}.c", std::process::id(), dialect.name()));
    std::fs::write(&path, text).expect("a writable folder");
    let found = device_code::faults(CLANG, &path).expect("the translation is compiled");
    _ = std::fs::remove_file(path);
    found
}

#[test]
fn threads_of_devices_have_the_values_that_they_use() {
    if !device_code::is_installed(CLANG) {
        eprintln!("skipped: there is no {CLANG} with code for NVIDIA devices");
        return;
    }
    for program in PROGRAMS {
        let path = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).join(program);
        let source = std::fs::read(&path).expect("a readable program");
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        for dialect in [PORTABLE, LLVM] {
            assert_eq!(
                faults(&name, &source, dialect),
                Vec::<String>::new(),
                "{program}, {}",
                dialect.name()
            );
        }
    }
    assert_eq!(faults("beside", BESIDE.as_bytes(), LLVM), Vec::<String>::new());
}

#[test]
fn what_no_text_avoids_for_all_compilers_is_reported() {
    let reported = |dialect| {
        let translated = Program::new(BESIDE).translate(dialect, RewriteOptions::default());
        translated.translation.findings.iter().any(|finding| finding.code.id == "MAP0088")
    };
    assert!(reported(PORTABLE));
    assert!(!reported(LLVM));
}
