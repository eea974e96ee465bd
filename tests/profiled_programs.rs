//! Tests of `clacc cc -fopenacc-prof`: programs tell profiling libraries of their constructs, whatever compiler makes them. Uses gcc, and
//! clang 19 where it is.

mod commands;

use std::path::Path;
use std::process::{Command, Output};

use commands::{command, folder_with, is_installed, status, text};

const TOOL: &str = include_str!("profiled_programs/tool.h");
const HEADER: &str = include_str!("profiled_programs/scale.h");
const PROGRAM: &str = include_str!("profiled_programs/program.c");
const EVENTS: &str = include_str!("../clacc-runtime/tests/c/profile/events.h");
const CLAUSES: &str = include_str!("profiled_programs/clauses.c");

/// Runs the driver with options of which the warnings are errors, so that nothing added may cause any.
fn driver(folder: &Path, arguments: &[&str]) -> Output {
    let mut driver = command(folder);
    // One cache for all tests, because the runtime library is built into it.
    driver.env("XDG_CACHE_HOME", concat!(env!("CARGO_TARGET_TMPDIR"), "/driver-cache"));
    driver.env_remove("CLACC_RUNTIME").args(["cc", "-fopenacc", "-Wall", "-Wextra", "-Wshadow", "-Werror"]);
    driver.args(arguments).output().expect("clacc runs")
}

fn run(program: &Path) -> Output {
    let mut program = Command::new(program);
    for name in ["ACC_DEVICE_TYPE", "ACC_PROFLIB", "CLACC_NOTIFY", "LD_LIBRARY_PATH"] {
        program.env_remove(name);
    }
    program.output().expect("the program runs")
}

/// Builds and runs the program. Returns what it writes to stderr: its events.
fn events(arguments: &[&str]) -> String {
    let folder = folder_with(&[("tool.h", TOOL), ("scale.h", HEADER), ("program.c", PROGRAM)]);
    let folder = folder.path();
    let output = driver(folder, &[arguments, &["program.c", "-o", "program"]].concat());
    assert_eq!(status(&output), 0, "{arguments:?}: {}", text(&output.stderr));
    let output = run(&folder.join("program"));
    assert_eq!(text(&output.stdout), "program.c:44\n", "{arguments:?}");
    text(&output.stderr)
}

/// The events, without those of the data of compute constructs, which come where a device has memory of its own.
fn check(arguments: &[&str], is_expected: fn(&str) -> bool) {
    let expected = include_str!("profiled_programs/program.expected").lines();
    let expected: Vec<_> = expected.filter(|line| is_expected(line)).collect();
    let events = events(arguments);
    let is_of_construct = |line: &&str| {
        let is_data = line.starts_with("enter") || line.starts_with("exit");
        let is_compute =
            ["construct 0 ", "construct 1 ", "construct 16 "].iter().any(|kind| line.contains(kind));
        !(is_data && is_compute)
    };
    let found: Vec<_> = events.lines().filter(is_of_construct).collect();
    assert_eq!(found, expected, "{arguments:?}");
}

#[test]
fn constructs_are_announced_where_openmp_tells_of_nothing() {
    check(&["-fopenacc-prof"], |_| true);
    if is_installed("clang-19") {
        check(&["-fopenacc-prof", "--backend", "clang-19"], |_| true);
    }
}

#[test]
fn constructs_on_a_device_have_their_own_source() {
    if is_installed("clang-19") {
        let device = "-fopenmp-targets=x86_64-pc-linux-gnu";
        check(&["-fopenacc-prof", "--backend", "clang-19", device], |_| true);
    }
}

/// Directives about data do nothing in generated code. Everything has a place in its text, those in macros too.
#[test]
fn generated_code_announces_compute_constructs_and_waits() {
    let expected = include_str!("profiled_programs/program.expected").lines();
    let is_there = |line: &&str| line.starts_with("compute") || line.starts_with("wait");
    let in_macro = |line: &str| line.replace("program.c:31-0, work:0-0", "program.c:31-32, work:11-34");
    let expected: Vec<_> = expected.filter(is_there).map(in_macro).collect();
    for compiler in ["gcc", "clang-19", "tcc"].into_iter().filter(|name| is_installed(name)) {
        let events = events(&["--native", "-fopenacc-prof", "--backend", compiler]);
        assert_eq!(events.lines().collect::<Vec<_>>(), expected, "{compiler}");
    }
}

/// The program prints a table when it ends, and needs no word but the variable. The first row of a construct names its place.
#[test]
fn a_program_prints_where_its_time_went() {
    let program = "static int a[8];\nint main(void) {\n#pragma acc parallel loop\n  for (int i = 0; i < 8; ++i) a[i] = i;\n  return 0;\n}\n";
    for arguments in [&[][..], &["--native"]] {
        let folder = folder_with(&[("main.c", program)]);
        let folder = folder.path();
        let output = driver(folder, &[arguments, &["-fopenacc-prof", "main.c", "-o", "program"]].concat());
        assert_eq!(status(&output), 0, "{arguments:?}: {}", text(&output.stderr));
        let mut program = Command::new(folder.join("program"));
        program.env_remove("LD_LIBRARY_PATH").env("ACC2OMP_TRACE", "table");
        let table = text(&program.output().expect("the program runs").stderr);
        assert!(table.starts_with("acc2omp: program, "), "{arguments:?}: {table}");
        assert!(table.contains("  parallel  main.c:3 main\n"), "{arguments:?}: {table}");
    }
}

#[test]
fn nothing_is_announced_without_the_option() {
    for arguments in [&[][..], &["--native", "-Wno-unused-variable"]] {
        assert_eq!(events(arguments), "", "{arguments:?}");
    }
}

/// The data clauses of constructs have events on a device. `no_create` becomes no directive of OpenMP, so that only calls tell
/// of a region of data with nothing else.
#[test]
fn data_clauses_on_a_device() {
    if !is_installed("clang-19") {
        return;
    }
    let expected = include_str!("profiled_programs/clauses.expected");
    let silent = expected.lines().map(|line| match line.split_once(':') {
        Some((start @ "data no_create(x)", _)) => format!("{start}:\n"),
        _ => format!("{line}\n"),
    });
    for (more, expected) in [("-fopenacc-prof", expected.to_owned()), ("-g", silent.collect())] {
        let folder = folder_with(&[("events.h", EVENTS), ("clauses.c", CLAUSES)]);
        let folder = folder.path();
        let device = "-fopenmp-targets=x86_64-pc-linux-gnu";
        let arguments = [more, "--backend", "clang-19", device, "clauses.c", "-o", "program"];
        let output = driver(folder, &arguments);
        assert_eq!(status(&output), 0, "{more}: {}", text(&output.stderr));
        let output = run(&folder.join("program"));
        assert_eq!(status(&output), 0, "{more}");
        assert_eq!(text(&output.stderr).trim_start(), expected, "{more}");
    }
}

/// Directives that cannot be announced are named, and have their effect.
#[test]
fn directives_that_cannot_be_announced() {
    let program = "#define REST a[0] += 1; } q += 0;\nstatic int q;\nint main(void) {\n  int a[2] = {0, 0};\n\
        #pragma acc parallel loop async(q++) copy(a)\n  for (int i = 0; i < 2; ++i) a[i] += 1;\n\
        #pragma acc wait\n\
        #pragma acc serial copy(a)\n  { REST\n\
        #pragma acc update self(a) if(++q)\n\
          return a[0] + a[1] == 3 && q == 2 ? 0 : 1;\n}\n";
    for (arguments, lines) in [(&[][..], &[5, 8, 10][..]), (&["--native"], &[5])] {
        let folder = folder_with(&[("main.c", program)]);
        let folder = folder.path();
        let output = driver(
            folder,
            &[arguments, &["-Wno-error", "-fopenacc-prof", "main.c", "-o", "program"]].concat(),
        );
        let said = text(&output.stderr);
        assert_eq!(status(&output), 0, "{arguments:?}: {said}");
        for line in lines {
            assert!(said.contains(&format!("--> main.c:{line}:")), "{arguments:?}: {said}");
        }
        assert_eq!(said.matches("warning[MAP0108]").count(), lines.len(), "{arguments:?}: {said}");
        let ended = Command::new(folder.join("program")).status().expect("the program runs");
        assert!(ended.success(), "{arguments:?}");
    }
}
