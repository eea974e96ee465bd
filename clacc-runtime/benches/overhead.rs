//! `cargo bench -p clacc-runtime` measures the cost of the routines in comparison with the calls of the
//! OpenMP runtime, for each compiler that is installed. `overhead.c` takes the measurements.

#![allow(clippy::print_stdout, reason = "figures are the result")]

use std::path::{Path, PathBuf};
use std::process::Command;

fn llvm_libraries() -> Option<String> {
    let output = Command::new("llvm-config-19").arg("--libdir").output().ok()?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}

fn measure(compiler: &str, switches: &[&str], name: &str, library: &Path) {
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    let executable = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let mut build = Command::new(compiler);
    build.arg("-O2").args(switches).arg(home.join("benches/overhead.c")).arg("-o").arg(&executable);
    build.arg("-I").arg(home.join("include")).arg("-L").arg(library).arg("-lacc2omp");
    let mut path = library.display().to_string();
    if let Some(folder) = llvm_libraries().filter(|_| compiler != "gcc") {
        build.arg(format!("-L{folder}"));
        path = format!("{path}:{folder}");
    }
    if build.output().is_ok_and(|output| output.status.success()) {
        let _ = Command::new(&executable).env("LD_LIBRARY_PATH", path).env("OMP_PROC_BIND", "true").status();
    } else {
        println!("skipped: {name}");
    }
}

fn main() {
    let own = std::env::current_exe().unwrap_or_default();
    let library: PathBuf = own.parent().map(Path::to_path_buf).unwrap_or_default();
    let plugin = ["-fopenmp", "-fopenmp-targets=x86_64-pc-linux-gnu", "-DHAVE_MAPPED_PTR"];
    measure("gcc", &["-fopenmp", "-foffload=disable"], "overhead-gcc", &library);
    measure("clang-19", &plugin, "overhead-clang", &library);
}
