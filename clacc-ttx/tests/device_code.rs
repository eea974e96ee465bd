//! The code that clang makes of translations for NVIDIA devices: threads have the values that they use. No device is needed.

#![expect(clippy::print_stdout, reason = "a skipped test says so")]

mod common;
#[path = "../../tests/simulated/mod.rs"]
mod simulated;

use std::path::Path;
use std::process::Command;

use clacc_ttx::dialect::{Dialect, LLVM, PORTABLE};
use clacc_ttx::rewrite::{MacroTreatment, RewriteOptions};
use common::Program;

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
    #pragma acc loop gang worker\nfor (int i = 0; i < n; ++i) x[i] = a[i][1] / first;\n}\n}\n\
    int main(void) {\ndouble a[2][2] = {{2, 4}, {6, 8}}, x[2] = {0};\nf(2, a, x);\nreturn x[0] != 2 || x[1] != 4;\n}\n";

/// A thread gives the other threads of its team the address of memory that it takes, which a loop of `parallel` reads.
const GIVEN: &str = "#pragma omp declare target\nvolatile int *volatile place;\n#pragma omp end declare target\n\
    int main(void) {\nint found = 0;\n#pragma omp target teams num_teams(1) map(tofrom : found)\n{\n\
    volatile int *p = TAKEN(sizeof *p);\nint f = 0;\n*p = 3;\nplace = p;\n\
    #pragma omp parallel for num_threads(64) reduction(+ : f)\nfor (int i = 0; i < 64; ++i) f += *place == 3;\n\
    found = f;\n}\nreturn found != 64;\n}\n";

/// Compiles a program of OpenMP with options for clang, and executes clang's code for a device. Returns whether it ends with 0.
fn ends_well(text: &[u8], options: &[&str]) -> bool {
    let folder = tempfile::tempdir().expect("a scratch folder can be made");
    let (file, program) = (folder.path().join("a.c"), folder.path().join("a"));
    std::fs::write(&file, text).expect("a writable folder");
    let mut compile = Command::new("clang-19");
    compile.args(["-std=gnu11", "-w", "-O2", "-fopenmp"]).args(options);
    simulated::build(&file, &program, &compile).expect("the program is compiled");
    let run = Command::new(program).env("OMP_TARGET_OFFLOAD", "MANDATORY").output().expect("it was built");
    run.status.success()
}

/// Checks that a translation for a dialect ends with 0 where clang's code for a device is executed.
fn check(name: &str, source: &[u8], dialect: Dialect) {
    let options =
        RewriteOptions { openacc_macro: MacroTreatment::Define(202_506), ..RewriteOptions::default() };
    let text = Program::new(source).translate(dialect, options).text;
    assert!(ends_well(&text, &[]), "{name}, {}", dialect.name());
}

#[test]
fn threads_of_devices_have_the_values_that_they_use() {
    if !simulated::is_possible() {
        println!("skipped: there is no clang 19 with code for NVIDIA devices");
        return;
    }
    for program in PROGRAMS {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(program);
        let source = std::fs::read(path).expect("a readable program");
        [PORTABLE, LLVM].into_iter().for_each(|dialect| check(program, &source, dialect));
    }
    check("beside", BESIDE.as_bytes(), LLVM);
}

/// What is on the stack of a thread is that of no other thread: a device has the stacks of all threads at the same addresses.
#[test]
fn memory_of_a_thread_is_its_own() {
    if !simulated::is_possible() {
        return;
    }
    // Otherwise clang lets all threads take memory.
    let generic = ["-mllvm", "-openmp-opt-disable-spmdization"];
    let with = |taken| ends_well(GIVEN.replace("TAKEN", taken).as_bytes(), &generic);
    assert!(with("__builtin_malloc"));
    assert!(!with("__builtin_alloca"));
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
