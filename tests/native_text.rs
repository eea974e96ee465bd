//! The text that is generated for the host, as a whole: one program of `tests/native_text` for each construct, with its text beside it.
//!
//! `UPDATE_EXPECT=1` writes the texts anew. The declarations of `clacc_abi.h` are left out of them, from the marker that enters the header
//! to the one that returns from it, because every text has the same.

mod commands;

use std::path::{Path, PathBuf};
use std::process::Command;

use commands::{status, text};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/native_text")
}

/// The text that is generated for a program.
fn generated(fixture: &str) -> String {
    let output = commands::clacc(&["codegen", "--emit", "host", fixture], &folder());
    assert_eq!(status(&output), 0, "{fixture}: {}", text(&output.stderr));
    text(&output.stdout)
}

/// The text without the declarations of the header.
fn without_header(text: &str) -> String {
    let mut is_inside = false;
    let is_kept = |line: &&str| {
        is_inside |= *line == "# 1 \"clacc_abi.h\" 1 3\n";
        let is_left_out = is_inside;
        is_inside &= !(line.starts_with("# ") && line.ends_with(" 2\n"));
        !is_left_out
    };
    text.split_inclusive('\n').filter(is_kept).collect()
}

/// Compiles the text with every compiler that is here. It holds nothing that one of them warns about.
fn compile(fixture: &str, generated: &str) {
    let scratch = tempfile::tempdir().expect("a scratch folder can be made");
    let file = scratch.path().join("text.i");
    std::fs::write(&file, generated).expect("a file can be written");
    for compiler in ["gcc", "clang-19"] {
        let flags = [
            "-std=gnu11",
            "-Wall",
            "-Wextra",
            "-Werror",
            "-fopenmp-simd",
            "-Wno-uninitialized",
            "-c",
            "text.i",
        ];
        let Ok(output) = Command::new(compiler).args(flags).current_dir(scratch.path()).output() else {
            continue;
        };
        assert!(output.status.success(), "{compiler}, {fixture}: {}", text(&output.stderr));
    }
}

fn check(fixture: &str) {
    let generated = generated(fixture);
    compile(fixture, &generated);
    let found = without_header(&generated);
    let expected = folder().join(fixture).with_extension("host");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&expected, &found).expect("the text can be written");
    }
    let expected = std::fs::read_to_string(&expected).unwrap_or_default();
    assert_eq!(found, expected, "the text of {fixture}; UPDATE_EXPECT=1 writes it");
}

#[test]
fn texts_are_those_beside_the_programs() {
    let entries = std::fs::read_dir(folder()).expect("the folder reads").flatten();
    let paths = entries.map(|entry| PathBuf::from(entry.file_name()));
    let is_program = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "c");
    let mut programs: Vec<PathBuf> = paths.filter(is_program).collect();
    programs.sort();
    assert!(programs.len() > 10);
    programs.iter().for_each(|program| check(&program.to_string_lossy()));
}
