//! Runs C programs that are written by hand to `clacc_abi.h`, those of this package and those of `clacc-runtime`, in processes.

#![cfg(all(target_os = "linux", target_env = "gnu", any(target_arch = "x86_64", target_arch = "aarch64")))]
#![allow(clippy::print_stdout, reason = "a skipped test is worth a line")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;

/// Returns the folder of the shared library. Cargo builds none for tests that nothing of Rust links with it, so that the first test
/// builds it, in a folder of its own.
fn library_folder() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("processes");
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["build", "--quiet", "--locked", "--package", "clacc-processes", "--target-dir"]);
        let built = cargo.arg(&target).current_dir(env!("CARGO_MANIFEST_DIR")).output();
        let told = built.as_ref().map(|output| String::from_utf8_lossy(&output.stderr).into_owned());
        let folder = target.join("debug");
        assert!(folder.join("libclacc_processes.so").exists(), "no library: {told:?}");
        folder
    })
}

/// Compiles a program under a name. Returns `None` if there is no gcc.
fn build(file: &str, name: &str, arguments: &[&str]) -> Option<PathBuf> {
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    let executable = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let mut command = Command::new("gcc");
    command.args([
        "-std=c11",
        "-Wall",
        "-Wextra",
        "-Werror",
        "-Wno-infinite-recursion",
        "-O1",
        "-D_GNU_SOURCE",
    ]);
    command.args(arguments).arg("-I").arg(home.join("../include")).arg(home.join(file));
    command
        .arg("-o")
        .arg(&executable)
        .arg("-L")
        .arg(library_folder())
        .args(["-lclacc_processes", "-lpthread"]);
    let Ok(output) = command.output() else {
        println!("skipped: gcc is not installed");
        return None;
    };
    assert!(output.status.success(), "{file}: {}", String::from_utf8_lossy(&output.stderr));
    Some(executable)
}

/// A file with something in it.
fn text_to_read() -> Stdio {
    let file = std::fs::File::open(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml"));
    file.map_or_else(|_| Stdio::null(), Stdio::from)
}

fn run(executable: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(executable);
    for (name, _) in
        std::env::vars().filter(|(name, _)| name.starts_with("OMP_") || name.starts_with("CLACC_"))
    {
        command.env_remove(name);
    }
    command.args(arguments).env("LD_LIBRARY_PATH", library_folder()).stdin(text_to_read());
    command.output().unwrap_or_else(|error| panic!("{}: {error}", executable.display()))
}

/// Whether the system gives what the model needs: a team of two can run.
fn is_allowed() -> bool {
    static IS_ALLOWED: OnceLock<bool> = OnceLock::new();
    *IS_ALLOWED.get_or_init(probe)
}

fn probe() -> bool {
    let Some(executable) = build("../tests/c/native/sites.c", "processes-probe", &[]) else { return false };
    let output = run(&executable, &[]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    if said.contains("[processes_system]") {
        println!("skipped: the system forbids the process model: {said}");
        return false;
    }
    assert!(output.status.success(), "{said}");
    true
}

/// Runs a program that checks itself.
fn check(file: &str, runs: &[&str]) {
    check_with(file, &[], runs);
}

fn check_with(file: &str, switches: &[&str], runs: &[&str]) {
    let name = format!("processes-{}", Path::new(file).file_stem().unwrap_or_default().to_string_lossy());
    let Some(executable) = build(file, &name, switches).filter(|_| is_allowed()) else { return };
    for argument in runs {
        let output = run(&executable, &[argument]);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && said.is_empty(), "{file} {argument}: {:?}\n{said}", output.status);
    }
}

#[test]
fn memory_is_shared() {
    check("tests/c/memory.c", &[""]);
}

#[test]
fn threadprivate_variables_and_random_numbers() {
    check("tests/c/threadprivate.c", &[""]);
}

/// The programs that the threads of `libacc2omp` are tested with.
#[test]
fn programs_for_threads() {
    check("../tests/c/native/loops.c", &["1", "3"]);
    check("../tests/c/native/tasks.c", &["1", "2"]);
}

#[test]
fn random_programs_against_a_serial_model() {
    check_with("../tests/c/native/random.c", &["-DWITHOUT_EVENTS"], &["1", "2"]);
}

#[test]
fn output_has_the_order_of_the_program() {
    let Some(executable) = build("tests/c/output.c", "processes-output", &[]).filter(|_| is_allowed()) else {
        return;
    };
    let numbers: Vec<String> = (0..40).map(|number| number.to_string()).collect();
    let ordered: Vec<String> = numbers.chunks(10).map(|line| line.join(" ")).collect();
    for threads in [1, 2, 5] {
        let opened = |bracket: &str| bracket.repeat(threads);
        let expected = format!(
            "before {}{}\n{}after\nbefore {}{},after\n",
            opened("["),
            ordered.join("\n"),
            "one line of each\n".repeat(threads),
            opened("<"),
            numbers.join(",")
        );
        let output = run(&executable, &[&threads.to_string()]);
        assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "{:?}", output.status);
    }
}

/// What one thread does, the status of the program, and the word of the message.
const ENDS: &[(&str, i32, &str)] = &[
    ("nothing", 0, ""),
    ("segv", 128 + 11, "processes_worker_died"),
    ("stack", 128 + 11, "processes_worker_died"),
    ("abort", 128 + 6, "processes_worker_died"),
    ("exit", 7, ""),
    ("open", 1, "processes_stream"),
    ("close", 1, "processes_stream"),
    ("read", 1, "processes_stream"),
    ("setenv", 1, "processes_refused"),
    ("thread", 1, "processes_refused"),
    ("mutex", 1, "processes_refused"),
    ("fork", 1, "processes_refused"),
    ("late fork", 1, "processes_refused"),
];

#[test]
fn a_process_that_ends_ends_the_program() {
    let Some(executable) = build("tests/c/ends.c", "processes-ends", &[]).filter(|_| is_allowed()) else {
        return;
    };
    for (depth, (what, status, word)) in
        ["flat", "nested"].iter().flat_map(|depth| ENDS.iter().map(move |end| (depth, end)))
    {
        let output = run(&executable, &[depth, what]);
        let (out, said) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert_eq!(output.status.code(), Some(*status), "{depth} {what}: {said}");
        assert!(out.starts_with("before\n"), "{depth} {what}: {out}");
        assert_eq!(said.lines().count(), usize::from(!word.is_empty()), "{depth} {what}: {said}");
        assert!(said.contains(word), "{depth} {what}: {said}");
    }
}

/// Dependences between iterations, and leagues: text that clacc generates, whose calls are the same for threads.
#[test]
fn leagues_and_doacross_loops() {
    check("tests/c/leagues.c", &["1", "3"]);
}

#[test]
fn programs_that_cannot_be_carried_are_refused() {
    if !is_allowed() {
        return;
    }
    for (argument, word) in [
        ("-DTHREAD_LOCAL", "[processes_thread_local]"),
        ("-DTHREAD", "[processes_threads]"),
        ("-DDETACH", "[processes_refused]"),
    ] {
        let Some(executable) = build("tests/c/beginning.c", &format!("processes{argument}"), &[argument])
        else {
            return;
        };
        let output = run(&executable, &[]);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(1) && said.contains(word), "{said}");
    }
}

#[test]
fn the_header_declares_what_the_library_has() {
    let header = include_str!("../../include/clacc_abi.h");
    let starts_function = |line: &&str| !line.starts_with([' ', '/', '#']) && !line.starts_with("static");
    let declared = header.lines().filter(starts_function).filter_map(|line| line.split_once('('));
    let names = declared.filter_map(|(head, _)| head.rsplit([' ', '*']).next());
    let names: Vec<_> = names.filter(|name| name.starts_with("clacc_")).collect();
    assert!(names.len() > 25, "{names:?}");
    let checks: Vec<_> = names.iter().map(|name| format!("  if ({name} == 0) return 1;")).collect();
    let text = format!("#include <clacc_abi.h>\nint main(void) {{\n{}\n  return 0;\n}}\n", checks.join("\n"));
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("processes_every_function.c");
    assert!(std::fs::write(&file, text).is_ok());
    build(&file.display().to_string(), "processes-every-function", &["-w"]);
}
