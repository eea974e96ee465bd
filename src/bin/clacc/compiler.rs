//! Runs an installed compiler to learn its predefined macros and include directories.

use std::process::{Command, Stdio};

use crate::{Failure, paths};

/// The output of a compiler about itself: the text of its predefined macros, and of its search directories.
pub(crate) struct CompilerAnswer {
    pub(crate) macros: String,
    pub(crate) search_directories: String,
}

/// Why a compiler does not start, and what to do about it.
pub(crate) fn cannot_run(compiler: &str, error: &std::io::Error) -> Failure {
    if error.kind() == std::io::ErrorKind::NotFound && !compiler.contains('/') {
        return format!(
            "{compiler} is not installed, or in no folder of PATH; `clacc cc --backend` and `--cc` of the other commands name another compiler"
        );
    }
    format!("cannot run {compiler}: {error}")
}

/// Runs `compiler` once with `flags`, which are those that change its output (`-std=`, `-m...`).
pub(crate) fn ask(compiler: &str, flags: &[String]) -> Result<CompilerAnswer, Failure> {
    let output = Command::new(paths::of(compiler))
        .args(flags)
        .args(["-E", "-dM", "-v", "-x", "c", "-"])
        .env("LC_ALL", "C")
        .stdin(Stdio::null())
        .output()
        .map_err(|error| cannot_run(compiler, &error))?;
    if !output.status.success() {
        return Err(format!(
            "{compiler} does not answer: {}",
            String::from_utf8_lossy(&output.stderr).trim_end()
        ));
    }
    Ok(CompilerAnswer {
        macros: String::from_utf8_lossy(&output.stdout).into_owned(),
        search_directories: String::from_utf8_lossy(&output.stderr).into_owned(),
    })
}
