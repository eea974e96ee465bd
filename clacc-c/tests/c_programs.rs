//! The example in C is compiled with the header and the static library, and run.

#![allow(clippy::expect_used, reason = "tests fail so")]

use std::path::{Path, PathBuf};
use std::process::Command;

/// The static library that cargo built with this test, the newest one: its name holds a number.
fn library() -> PathBuf {
    let test = std::env::current_exe().expect("the test has a path");
    let folder = test.parent().expect("it is in a folder");
    let entries = std::fs::read_dir(folder).expect("a folder reads").flatten();
    let is_library = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        name.starts_with("libclacc_c-") && path.extension().is_some_and(|extension| extension == "a")
    };
    let built = |path: &PathBuf| path.metadata().and_then(|data| data.modified()).ok();
    entries.map(|entry| entry.path()).filter(is_library).max_by_key(built).expect("cargo builds it")
}

fn compiled(folder: &Path) -> PathBuf {
    let (here, program) = (Path::new(env!("CARGO_MANIFEST_DIR")), folder.join("translate"));
    let status = Command::new("gcc")
        .args(["-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror", "-I"])
        .arg(here.join("include"))
        .arg(here.join("examples/translate.c"))
        .arg(library())
        .args(["-lpthread", "-ldl", "-lm", "-o"])
        .arg(&program)
        .status()
        .expect("gcc is there");
    assert!(status.success(), "the example compiles");
    program
}

#[test]
fn a_program_in_c_translates() {
    let folder = tempfile::tempdir().expect("there is room");
    let program = compiled(folder.path());
    let input = folder.path().join("f.c");
    for (text, arguments, status, out, err) in [
        ("int x;\n", &[][..], 0, "int x;\n", ""),
        (
            "void f(int *x) {\n#pragma acc update self(x[0:8])\n}\n",
            &[],
            0,
            "void f(int *x) {\n#pragma omp target update from(present: x[0:8])\n}\n",
            "",
        ),
        ("#pragma acc wait\n", &[], 1, "#pragma acc wait\n", "\"code\":\"ACC0050\""),
        ("", &[], 0, "", ""),
        ("int x;\n", &["nonsense"], 2, "", "there is no dialect `nonsense`"),
        ("int x;\n", &["llvm"], 0, "int x;\n", ""),
    ] {
        std::fs::write(&input, text).expect("there is room");
        let output = Command::new(&program).arg(&input).args(arguments).output().expect("it runs");
        let texts = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        assert_eq!((output.status.code(), texts[0].as_str()), (Some(status), out), "{text}{}", texts[1]);
        assert!(texts[1].contains(err) && (texts[1].is_empty() == err.is_empty()), "{text}{}", texts[1]);
    }
}
