//! Programs of `tests/native_programs`: code for clacc's own runtime computes, with one thread and with several, what the
//! program computes without its directives. Uses gcc.

mod commands;

use std::path::{Path, PathBuf};
use std::process::Command;

use commands::{command, status, text};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/native_programs")
}

/// What a program prints and returns.
fn output(program: &Path, threads: &str) -> String {
    let output = Command::new(program).env("OMP_NUM_THREADS", threads).output().expect("the program runs");
    format!("{}{}", text(&output.stdout), output.status)
}

/// Checks that a program computes the same with and without its directives.
fn check(source: &Path, scratch: &Path) {
    let (serial, native) = (scratch.join("serial"), scratch.join("native"));
    let arguments =
        |output: &Path| [source.as_os_str().to_owned(), "-o".into(), output.as_os_str().to_owned()];
    let built = Command::new("gcc").args(["-w", "-O1"]).args(arguments(&serial)).arg("-lm").status();
    assert!(built.is_ok_and(|status| status.success()), "{}", source.display());
    let mut driver = command(scratch);
    driver.env("XDG_CACHE_HOME", concat!(env!("CARGO_TARGET_TMPDIR"), "/driver-cache"));
    driver
        .env_remove("CLACC_RUNTIME")
        .args(["cc", "--native", "-w", "-O1"])
        .args(arguments(&native))
        .arg("-lm");
    let built = driver.output().expect("clacc runs");
    assert_eq!(status(&built), 0, "{}: {}", source.display(), text(&built.stderr));
    let expected = output(&serial, "1");
    for threads in ["1", "3", "4"] {
        assert_eq!(output(&native, threads), expected, "{} with {threads} threads", source.display());
    }
}

#[test]
fn programs_compute_what_they_compute_without_directives() {
    let scratch = tempfile::tempdir().expect("a folder can be made");
    let files = std::fs::read_dir(folder()).expect("the folder can be read");
    let mut sources: Vec<PathBuf> = files.map(|file| file.expect("the folder can be read").path()).collect();
    sources.sort();
    assert!(!sources.is_empty());
    for source in sources {
        check(&source, scratch.path());
    }
}
