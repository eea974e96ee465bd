//! Programs whose kernels are the code that clang makes for NVIDIA devices, executed on the host (`tests/gpu/simulated`): no GPU is needed.
#![allow(dead_code, reason = "each test program uses its part")]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Returns whether such programs can be built here.
pub(crate) fn is_possible() -> bool {
    device_library().is_some()
}

/// Returns clang's library for an NVIDIA device, if it is installed.
pub(crate) fn device_library() -> Option<PathBuf> {
    let said = Command::new("llvm-config-19").arg("--libdir").output().ok()?;
    let library = Path::new(String::from_utf8_lossy(&said.stdout).trim()).join("libomptarget-nvptx-sm_90.bc");
    library.is_file().then_some(library)
}

/// Builds a program with the command that compiles it, which names no device.
///
/// # Errors
///
/// What the compiler says, if it refuses the program.
pub(crate) fn build(file: &Path, output: &Path, compile: &Command) -> Result<(), String> {
    // This crate or the one beside it.
    let roots = Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .map(|root| root.join("tests/gpu/simulated/build.sh"));
    let script = roots.into_iter().find(|script| script.is_file()).ok_or("the script is not there")?;
    let mut build = Command::new(script);
    build.arg(output).arg(file).arg(compile.get_program()).args(compile.get_args());
    for (name, value) in compile.get_envs() {
        match value {
            Some(value) => build.env(name, value),
            None => build.env_remove(name),
        };
    }
    let built = build.stdin(Stdio::null()).output().map_err(|error| error.to_string())?;
    if built.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&built.stderr).into_owned()) }
}
