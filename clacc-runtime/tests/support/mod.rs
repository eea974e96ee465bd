//! The compilers and libraries that the tests with C programs share, those of the profiling library too.

#![allow(dead_code, reason = "each of the tests uses a part")]

use std::path::{Path, PathBuf};
use std::process::Command;

/// libomp 19 now and then ends the program with an assertion (`kmp_tasking.cpp`, `task_team != __null`): while a
/// helper thread runs a `teams` or `parallel` construct of a program without devices, the next `target nowait`
/// finds the helper's team missing.
pub(crate) const NO_HELPERS: (&str, &str) = ("LIBOMP_USE_HIDDEN_HELPER_TASK", "0");

/// Returns the folder of the shared libraries that cargo built for these tests.
pub(crate) fn library_folder() -> PathBuf {
    folder_with("libacc2omp.so")
}

/// Returns the same folder, in which another library must be too.
pub(crate) fn folder_with(name: &str) -> PathBuf {
    let test = std::env::current_exe().unwrap_or_default();
    let folder = test.parent().map(Path::to_path_buf).unwrap_or_default();
    assert!(folder.join(name).exists(), "no {name} in {}", folder.display());
    folder
}

/// Adds the folder of clang's libraries for devices to a command that links. Returns false if they are not installed.
pub(crate) fn link_llvm(command: &mut Command) -> bool {
    let folder = llvm_libraries();
    if let Some(folder) = &folder {
        command.arg(format!("-L{folder}")).arg(format!("-Wl,-rpath,{folder}"));
    } else {
        println!("skipped: clang's libraries for devices are not installed");
    }
    folder.is_some()
}

fn llvm_libraries() -> Option<String> {
    let output = Command::new("llvm-config-19").arg("--libdir").output().ok()?;
    let folder = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    Path::new(&folder).join("libomptarget.so").exists().then_some(folder)
}

/// Runs a compiler, which must not warn. Returns false if it is not installed.
pub(crate) fn compile(command: &mut Command) -> bool {
    let Ok(output) = command.output() else {
        println!("skipped: {} is not installed", command.get_program().display());
        return false;
    };
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && !text.contains("warning"), "{command:?}: {text}");
    true
}
