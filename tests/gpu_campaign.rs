//! The campaign for machines with a GPU (`tests/gpu/run.sh`), without one.

#![cfg(unix)]

mod commands;
mod simulated;

use std::path::Path;
use std::process::Command;

use commands::{folder_with, text};

const PROGRAM: &str = "int main(void) {\n  int s = 0;\n#pragma acc parallel loop reduction(+:s)\n  for (int i = 0; i < 10; ++i) s += i;\n  return s != SUM;\n}\n";

#[test]
fn programs_are_counted() {
    if !simulated::is_possible() {
        return;
    }
    let (right, wrong) = (PROGRAM.replace("SUM", "45"), PROGRAM.replace("SUM", "46"));
    let folder = folder_with(&[("right.c", &right), ("wrong.c", &wrong), ("broken.c", "int main(void) {\n")]);
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/gpu/run.sh");
    let run = |only: &str, arguments: &[&str]| {
        let mut command = Command::new(&script);
        command.args(["--clacc", env!("CARGO_BIN_EXE_clacc"), "--only", only]).args(arguments);
        command.env("XDG_CACHE_HOME", concat!(env!("CARGO_TARGET_TMPDIR"), "/driver-cache"));
        // A GPU of the machine that runs the test is not meant.
        command.env("CUDA_HOME", folder.path()).env_remove("CLACC_RUNTIME");
        let output = command.output().expect("the script runs");
        (output.status.code(), text(&output.stdout) + &text(&output.stderr))
    };
    let further = folder.path().to_str().expect("its path is text");
    let (status, said) = run("vector_add", &[further]);
    for line in [
        "no GPU works: the host executes clang's code for sm_90",
        "examples        1      0        0      0",
        "further         1      1        1      0",
        "  wrong: wrong.c: exit status 1 instead of 0",
        "  unbuilt: broken.c: ",
    ] {
        assert!(said.contains(line), "{line}: {said}");
    }
    assert_eq!(status, Some(1), "{said}");
    let (status, said) = run("vector_add", &[]);
    assert_eq!(status, Some(0), "{said}");
    let (status, said) = run("vector_add", &["--seconds", "0", further]);
    assert!(status == Some(1) && said.contains("further         0      0        0      3"), "{said}");
    let (status, said) = run("kernels", &[]);
    assert!(
        status == Some(0) && said.contains("\nseven points ") && said.matches(" right\n").count() == 10,
        "{said}"
    );
}
