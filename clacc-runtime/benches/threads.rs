//! `cargo bench -p clacc-runtime --bench threads` measures regions, barriers, chunks, reductions and tasks beside those of
//! gcc and clang, as far as they are installed. `threads.c` takes the measurements: two threads, then eight.

#![allow(clippy::print_stdout, reason = "figures are the result")]

use std::path::{Path, PathBuf};
use std::process::Command;

fn llvm_libraries() -> Option<String> {
    let output = Command::new("llvm-config-19").arg("--libdir").output().ok()?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}

/// Compiles the program. Returns `None` if the compiler is not installed.
fn build(name: &str, compiler: &str, switches: &[&str], library: &Path) -> Option<PathBuf> {
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    let executable = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("threads-{name}"));
    let mut command = Command::new(compiler);
    command.arg("-O2").args(switches).arg("-I").arg(home.join("include")).arg(home.join("benches/threads.c"));
    command.arg("-o").arg(&executable).arg("-L").arg(library);
    command.arg(format!("-L{}", llvm_libraries().unwrap_or_default()));
    if name == "acc2omp" {
        command.arg("-lacc2omp");
    }
    command.output().is_ok_and(|output| output.status.success()).then_some(executable)
}

fn main() {
    let own = std::env::current_exe().unwrap_or_default();
    let library: PathBuf = own.parent().map(Path::to_path_buf).unwrap_or_default();
    let path = format!("{}:{}", library.display(), llvm_libraries().unwrap_or_default());
    let ways: [(&str, &str, &[&str]); 3] = [
        ("acc2omp", "gcc", &["-DCLACC"]),
        ("gcc", "gcc", &["-fopenmp"]),
        ("clang", "clang-19", &["-fopenmp"]),
    ];
    println!("nanoseconds per operation");
    for threads in ["2", "8"] {
        for (name, compiler, switches) in ways {
            let Some(executable) = build(name, compiler, switches, &library) else {
                println!("skipped: {name}");
                continue;
            };
            println!("{threads} threads, {name}:");
            let mut command = Command::new(executable);
            let _ = command.args([threads, "20"]).env("LD_LIBRARY_PATH", &path).status();
        }
    }
}
