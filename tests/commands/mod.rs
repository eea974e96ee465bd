//! What tests of the command line share: running it in a scratch folder.

#![allow(dead_code, reason = "each test uses a part of it")]

use std::path::Path;
use std::process::{Command, Output, Stdio};

pub(crate) const PROGRAM: &str = "void f(int n, int *x) {\r\n#pragma acc parallel loop copy(x[0:n])\r\n\tfor (int i = 0; i < n; ++i) x[i] = i; // caf\u{e9}\r\n}\r\n";

/// The command in a folder, without input.
pub(crate) fn command(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_clacc"));
    command.current_dir(folder).stdin(Stdio::null());
    command
}

pub(crate) fn clacc(arguments: &[&str], folder: &Path) -> Output {
    command(folder).args(arguments).output().expect("clacc runs")
}

pub(crate) fn status(output: &Output) -> i32 {
    output.status.code().expect("clacc ends by itself")
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Tells whether a program is installed. Where it is not, the output of the test says so, and `.ci/run` lists everything
/// that was skipped.
#[allow(clippy::print_stdout, reason = "a skipped program is worth a line")]
pub(crate) fn is_installed(program: &str) -> bool {
    let answers = Command::new(program).arg("-v").output().is_ok_and(|output| output.status.success());
    if !answers {
        println!("skipped: {program} is not installed");
    }
    answers
}

/// A folder with files. Folders in their names are made.
pub(crate) fn folder_with(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a scratch folder can be made");
    for (name, text) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a file is in a folder")).expect("a folder can be made");
        std::fs::write(path, text).expect("a file can be written");
    }
    folder
}

/// The paths of all files below a folder, in order.
pub(crate) fn files_below(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(next).expect("a folder reads").flatten() {
            if entry.file_type().expect("a file has a type").is_dir() {
                folders.push(entry.path());
            } else {
                let path = entry.path();
                found.push(
                    path.strip_prefix(folder).expect("below the folder").to_string_lossy().into_owned(),
                );
            }
        }
    }
    found.sort();
    found
}
