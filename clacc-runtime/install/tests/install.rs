//! Installs the library from its sources, and builds a C program with no other flags than those of its
//! layout.

use clacc_runtime_install::{HEADER, InstallError, Layout, Origin, SOURCES, install};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

fn fresh_folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

fn sources_in(folder: &Path, under: &Path, found: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).expect("the sources are there").flatten() {
        let path = entry.path();
        let name = under.join(entry.file_name());
        if path.is_dir() {
            sources_in(&path, &name, found);
        } else if !name.to_string_lossy().ends_with("_tests.rs") {
            found.insert(name.to_string_lossy().into_owned());
        }
    }
}

#[test]
fn the_list_of_sources_is_complete() {
    let mut found = BTreeSet::new();
    sources_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join("runtime/src"), Path::new(""), &mut found);
    let listed: BTreeSet<_> = SOURCES.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(found, listed);
    assert!(SOURCES.iter().all(|(_, text)| text.starts_with("//!")));
}

const PROGRAM: &str = r"
#include <openacc.h>
int main(void) {
  double x[8] = {1, 2, 3};
  acc_copyin(x, sizeof x);
#pragma omp target map(alloc : x)
  x[1] += 5;
  acc_copyout(x, sizeof x);
  return x[1] != 7;
}
";

fn run_program(layout: &Layout, language: &str, compiler: &str, static_library: bool) {
    let source = layout.prefix.join(format!("program.{language}"));
    let program = layout.prefix.join(format!("program-{language}-{static_library}"));
    std::fs::write(&source, PROGRAM).expect("a file can be written");
    let mut command = Command::new(compiler);
    command.args(layout.cflags()).arg(&source).arg("-o").arg(&program);
    if static_library {
        command.arg(layout.lib().join("libacc2omp.a"));
    } else {
        command.args(layout.libs());
    }
    let output = command.args(["-fopenmp", "-foffload=disable", "-lm"]).output().expect("gcc is installed");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let ran = Command::new(&program).env_remove("LD_LIBRARY_PATH").status().expect("the program starts");
    assert!(ran.success(), "{ran:?}");
}

#[test]
fn installed_from_its_sources() {
    let layout = Layout::new(fresh_folder("built"));
    assert!(!layout.is_complete());
    let compiler = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    assert_eq!(install(&layout, None, &compiler).expect("it installs"), Origin::Built);
    assert!(layout.is_complete());
    assert_eq!(
        std::fs::read_to_string(layout.include().join("openacc.h")).expect("the header is there"),
        HEADER
    );
    let text = std::fs::read_to_string(layout.lib().join("pkgconfig/acc2omp.pc")).expect("the file is there");
    assert!(text.contains(&format!("prefix={}\n", layout.prefix.display())) && !text.contains('@'));
    run_program(&layout, "c", "gcc", false);
    run_program(&layout, "cpp", "g++", false);
    run_program(&layout, "c", "gcc", true);

    // A library beside the program is copied.
    let second = Layout::new(fresh_folder("copied"));
    let origin = install(&second, Some(&layout.lib()), "no-such-compiler").expect("it installs");
    assert_eq!(origin, Origin::Copied(layout.lib()));
    run_program(&second, "c", "gcc", false);
}

#[test]
fn without_a_compiler_it_says_so() {
    let layout = Layout::new(fresh_folder("refused"));
    let error = install(&layout, None, "no-such-compiler-anywhere").expect_err("nothing can build it");
    assert!(matches!(error, InstallError::NoCompiler(..)));
    assert!(error.to_string().contains("no-such-compiler-anywhere"));
    let failing = install(&layout, None, "false").expect_err("the compiler fails");
    assert!(matches!(failing, InstallError::Compiler(_)));
    assert!(!layout.is_complete());
}

#[test]
fn flags_are_words() {
    let layout = Layout::new("/opt/acc");
    assert_eq!(layout.cflags(), ["-I/opt/acc/include"]);
    assert_eq!(layout.libs(), ["-L/opt/acc/lib", "-Wl,-rpath,/opt/acc/lib", "-lacc2omp"]);
}
