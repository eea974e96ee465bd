//! Runs C programs that are written by hand to `clacc_abi.h`, as generated code would call the library, with every C
//! compiler that is installed. Nothing of OpenMP is linked.

#![allow(clippy::print_stdout, reason = "a skipped compiler is worth a line")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const COMPILERS: &[&str] = &["gcc", "clang-19", "tcc"];

/// Returns the folder of the shared library that cargo built for these tests.
fn library_folder() -> PathBuf {
    let test = std::env::current_exe().unwrap_or_default();
    let folder = test.parent().map(Path::to_path_buf).unwrap_or_default();
    assert!(folder.join("libacc2omp.so").exists(), "no library in {}", folder.display());
    folder
}

/// Compiles a program. Returns `None` if the compiler is not installed.
fn build(compiler: &str, program: &str) -> Option<PathBuf> {
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    let library = library_folder();
    let executable = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("native-{program}-{compiler}"));
    let mut command = Command::new(compiler);
    command.args(["-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror", "-O1"]);
    command.arg("-I").arg(home.join("include")).arg(home.join(format!("tests/c/native/{program}.c")));
    command.arg("-o").arg(&executable).arg("-L").arg(&library);
    command.arg(format!("-Wl,-rpath,{}", library.display())).args(["-lacc2omp", "-lpthread"]);
    let Ok(output) = command.output() else {
        println!("skipped: {compiler} is not installed");
        return None;
    };
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{program} with {compiler}: {text}");
    Some(executable)
}

fn run(executable: &Path, argument: &str, environment: &[(&str, &str)]) -> Output {
    let mut command = Command::new(executable);
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("OMP_")) {
        command.env_remove(name);
    }
    command.arg(argument).env("LD_LIBRARY_PATH", library_folder()).envs(environment.iter().copied());
    match command.output() {
        Ok(output) => output,
        Err(error) => panic!("{}: {error}", executable.display()),
    }
}

/// Runs a program with each argument, with the default wait policy and with the passive one. The program checks itself.
fn check(program: &str, arguments: &[&str]) {
    for executable in COMPILERS.iter().filter_map(|compiler| build(compiler, program)) {
        for environment in [&[][..], &[("OMP_WAIT_POLICY", "passive")]] {
            for argument in arguments {
                let output = run(&executable, argument, environment);
                let text = String::from_utf8_lossy(&output.stderr);
                let what = format!("{} {argument} {environment:?}", executable.display());
                assert!(output.status.success() && text.is_empty(), "{what}: {:?}\n{text}", output.status);
            }
        }
    }
}

#[test]
fn regions() {
    check("regions", &[""]);
}

#[test]
fn loops_and_exclusion() {
    check("loops", &["1", "2", "3", "8"]);
}

#[test]
fn tasks() {
    check("tasks", &["1", "2", "3", "8"]);
}
