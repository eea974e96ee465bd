//! C programs with routines and the directives that clacc prints, over every OpenMP runtime that is installed, all with
//! one and the same shared library.

#![allow(clippy::print_stdout, reason = "a skipped compiler is worth a line")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A compiler, its switches, and what its programs need to run.
struct Way {
    name: &'static str,
    compiler: &'static str,
    switches: &'static [&'static str],
    environment: &'static [(&'static str, &'static str)],
    needs_llvm_libraries: bool,
}

const PLUGIN: &[&str] = &["-fopenmp", "-fopenmp-targets=x86_64-pc-linux-gnu"];

const WAYS: &[Way] = &[
    Way {
        name: "gcc",
        compiler: "gcc",
        switches: &["-fopenmp", "-foffload=disable", "-Wall", "-Werror=unknown-pragmas"],
        environment: &[],
        needs_llvm_libraries: false,
    },
    Way {
        name: "clang, host only",
        compiler: "clang-19",
        switches: &["-fopenmp", "-Wall"],
        environment: &[],
        needs_llvm_libraries: true,
    },
    Way {
        name: "clang, host plugin",
        compiler: "clang-19",
        switches: PLUGIN,
        environment: &[("OMP_TARGET_OFFLOAD", "MANDATORY")],
        needs_llvm_libraries: true,
    },
    Way {
        name: "clang, host plugin, OpenMP's routines only",
        compiler: "clang-19",
        switches: PLUGIN,
        environment: &[("OMP_TARGET_OFFLOAD", "MANDATORY"), ("ACC2OMP_DATA", "openmp")],
        needs_llvm_libraries: true,
    },
];

fn source(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/c").join(name)
}

/// The folder of the shared library that cargo built for these tests.
fn library_folder() -> PathBuf {
    let test = std::env::current_exe().unwrap_or_default();
    let folder = test.parent().map(Path::to_path_buf).unwrap_or_default();
    assert!(folder.join("libacc2omp.so").exists(), "no library in {}", folder.display());
    folder
}

fn llvm_libraries() -> Option<String> {
    let output = Command::new("llvm-config-19").arg("--libdir").output().ok()?;
    let folder = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    Path::new(&folder).join("libomptarget.so").exists().then_some(folder)
}

/// Builds a program; `None` when the compiler is not installed.
fn build(way: &Way, program: &str, label: &str, more: &[&str]) -> Option<PathBuf> {
    let library = library_folder();
    let executable =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{label}-{}", way.name.replace([' ', ','], "-")));
    let mut command = Command::new(way.compiler);
    command.args(way.switches).args(more).arg(source(program)).arg("-o").arg(&executable);
    command.arg("-I").arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("include"));
    command
        .arg("-L")
        .arg(&library)
        .arg(format!("-Wl,-rpath,{}", library.display()))
        .arg("-lacc2omp")
        .arg("-lm");
    if way.needs_llvm_libraries {
        let Some(folder) = llvm_libraries() else {
            println!("skipped: {} is not installed", way.name);
            return None;
        };
        command.arg(format!("-L{folder}")).arg(format!("-Wl,-rpath,{folder}"));
    }
    let Ok(output) = command.output() else {
        println!("skipped: {} is not installed", way.compiler);
        return None;
    };
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{program} with {}: {text}", way.name);
    assert!(!text.contains("warning"), "{program} with {}: {text}", way.name);
    Some(executable)
}

fn run(way: &Way, executable: &Path, arguments: &[&str], environment: &[(&str, &str)]) -> Output {
    let mut command = Command::new(executable);
    command.args(arguments).env_remove("ACC_DEVICE_TYPE").env_remove("ACC_DEVICE_NUM");
    command.envs(way.environment.iter().copied()).envs(environment.iter().copied());
    match command.output() {
        Ok(output) => output,
        Err(error) => panic!("{}: {error}", executable.display()),
    }
}

/// Runs a program every way; it checks itself.
fn check(program: &str, more: &[&str], ways: &[Way]) {
    let label = program.trim_end_matches(".c").trim_end_matches(".cpp");
    for way in ways {
        let Some(executable) = build(way, program, label, more) else { continue };
        let output = run(way, &executable, &[], &[]);
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{program} with {}: {:?}\n{text}", way.name, output.status);
    }
}

#[test]
fn routines_beside_directives() {
    check("directives.c", &[], WAYS);
}

#[test]
fn queues_of_routines_and_directives() {
    check("queues.c", &[], WAYS);
}
