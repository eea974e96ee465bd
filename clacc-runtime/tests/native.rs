//! Runs C programs that are written by hand to `clacc_abi.h`, as generated code would call the library, with every C
//! compiler that is installed. Nothing of OpenMP is linked.

#![allow(clippy::print_stdout, reason = "a skipped compiler is worth a line")]

mod support;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use support::library_folder;

const COMPILERS: &[&str] = &["gcc", "clang-19", "tcc"];

/// Compiles a program. Returns `None` if the compiler is not installed.
fn build(compiler: &str, program: &str) -> Option<PathBuf> {
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    let library = library_folder();
    let executable = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("native-{program}-{compiler}"));
    let mut command = Command::new(compiler);
    command.args(["-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror", "-O1"]);
    command.arg("-I").arg(home.join("include")).arg(home.join(format!("tests/c/native/{program}.c")));
    command.arg("-o").arg(&executable).arg("-L").arg(&library);
    command.arg(format!("-Wl,-rpath,{}", library.display())).args(["-lacc2omp", "-lpthread"]);
    let Ok(output) = command.output() else {
        println!("skipped: {compiler} is not installed");
        return None;
    };
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{program} with {compiler}: {text}");
    Some(executable)
}

fn run(executable: &Path, argument: &str, environment: &[(&str, &str)]) -> Output {
    let mut command = Command::new(executable);
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("OMP_")) {
        command.env_remove(name);
    }
    command.arg(argument).env("LD_LIBRARY_PATH", library_folder()).envs(environment.iter().copied());
    match command.output() {
        Ok(output) => output,
        Err(error) => panic!("{}: {error}", executable.display()),
    }
}

/// Runs a program with each argument, with the default wait policy and with the passive one. The program checks itself.
fn check(program: &str, arguments: &[&str]) {
    check_with(program, arguments, &[&[], &[("OMP_WAIT_POLICY", "passive")]]);
}

/// Runs a program with each argument in each environment. The program checks itself.
fn check_with(program: &str, arguments: &[&str], environments: &[&[(&str, &str)]]) {
    for executable in COMPILERS.iter().filter_map(|compiler| build(compiler, program)) {
        for environment in environments {
            for argument in arguments {
                let output = run(&executable, argument, environment);
                let text = String::from_utf8_lossy(&output.stderr);
                let what = format!("{} {argument} {environment:?}", executable.display());
                assert!(output.status.success() && text.is_empty(), "{what}: {:?}\n{text}", output.status);
            }
        }
    }
}

#[test]
fn regions() {
    check("regions", &[""]);
}

#[test]
fn loops_and_exclusion() {
    check("loops", &["1", "2", "3", "8"]);
}

#[test]
fn tasks() {
    check("tasks", &["1", "2", "3", "8"]);
}

#[test]
fn leagues() {
    check("leagues", &["1", "2", "3", "8"]);
}

#[test]
fn cancellation_and_what_tasks_reduce() {
    let passive = [("OMP_CANCELLATION", "true"), ("OMP_WAIT_POLICY", "passive")];
    check_with("cancellation", &["1", "2", "3", "8"], &[&[], &[("OMP_CANCELLATION", "true")], &passive]);
}

/// Where a thread of a cancelled region would wait for ever, the program ends and says why. Nobody is kept from a region that is not cancelled.
#[test]
fn a_barrier_that_cannot_be_complete_ends_the_program() {
    let Some(executable) = build("gcc", "orphaned") else { return };
    for kind in ["barrier", "loop", "reduction"] {
        for threads in ["2", "3", "8", "20"] {
            let start = |value| {
                let mut command = Command::new(&executable);
                let command = command.args([kind, threads]).env("LD_LIBRARY_PATH", library_folder());
                let output = command.env("OMP_CANCELLATION", value).output();
                output.unwrap_or_else(|error| panic!("{}: {error}", executable.display()))
            };
            assert!(start("false").status.success(), "{kind} {threads}");
            let output = start("true");
            let said = String::from_utf8_lossy(&output.stderr);
            let is_said = said.contains("acc2omp: cancel parallel: threads wait in a barrier");
            assert!(output.status.code() == Some(1) && is_said, "{kind} {threads}: {said}");
        }
    }
}

#[test]
fn random_programs_against_a_serial_model() {
    check_with("random", &["1", "2"], &[&[], &[("OMP_CANCELLATION", "true")]]);
}

/// Layouts of a struct and offsets of its fields, as `layout.c` prints them.
macro_rules! layout {
    ($name:literal, $type:ty: $($field:ident $c:literal),+) => {{
        let mut lines = vec![format!("{} {}", $name, size_of::<$type>())];
        $(lines.push(format!("{}.{} {}", $name, $c, std::mem::offset_of!($type, $field)));)+
        lines
    }};
}

/// The numbers of the header, by their names without the beginning.
fn numbers() -> impl Iterator<Item = (&'static str, u32)> {
    use clacc_runtime_abi::layout as abi;
    [
        ("ABI", abi::VERSION),
        ("SERIAL", abi::SERIAL),
        ("NOWAIT", abi::NOWAIT),
        ("REDUCE_ALL", abi::REDUCE_ALL),
        ("REDUCE_VALUES", abi::REDUCE_VALUES),
        ("BIND_PRIMARY", abi::BIND_PRIMARY),
        ("BIND_CLOSE", abi::BIND_CLOSE),
        ("BIND_SPREAD", abi::BIND),
        ("TEAMS_SHARE", abi::TEAMS_SHARE),
        ("PARTIAL_FIRST", abi::PARTIAL_FIRST),
        ("PARTIAL_LAST", abi::PARTIAL_LAST),
        ("STATIC", abi::STATIC),
        ("DYNAMIC", abi::DYNAMIC),
        ("GUIDED", abi::GUIDED),
        ("AUTO", abi::AUTO),
        ("RUNTIME", abi::RUNTIME),
        ("ORDERED", abi::ORDERED),
        ("TASK_UNDEFERRED", abi::TASK_UNDEFERRED),
        ("TASK_FINAL", abi::TASK_FINAL),
        ("SITE_OPENMP", abi::SITE_OPENMP.into()),
        ("SITE_TEAMS", abi::SITE_TEAMS.into()),
        ("CANCEL_PARALLEL", abi::CANCEL_PARALLEL),
        ("CANCEL_LOOP", abi::CANCEL_LOOP),
        ("CANCEL_SECTIONS", abi::CANCEL_SECTIONS),
        ("CANCEL_TASKGROUP", abi::CANCEL_TASKGROUP),
        ("IN", abi::IN),
        ("INOUTSET", abi::INOUTSET),
        ("TO", abi::TO),
        ("FROM", abi::FROM),
        ("ALWAYS", abi::ALWAYS),
        ("PRESENT", abi::PRESENT),
        ("NO_ALLOC", abi::NO_ALLOC),
        ("HOLD", abi::HOLD),
        ("FINALIZE", abi::FINALIZE),
        ("OWN", abi::OWN),
        ("IMPLICIT", abi::IMPLICIT),
        ("VALUES", abi::VALUES),
        ("ADDRESS_OF", abi::ADDRESS_OF),
        ("POINTER", abi::POINTER),
    ]
    .into_iter()
}

#[test]
fn structs_and_numbers_are_those_of_the_header() {
    use clacc_runtime_abi::layout::{
        Depend, Global, Item, Param, Site, TaskInfo, TaskReduction, ThreadHead, When,
    };
    let mut expected = layout!("clacc_thread", ThreadHead: id "id", count "count", gang "gang", gangs "gangs",
        level "level", reserved "reserved");
    expected.extend(layout!("clacc_site", Site: size "size", construct "construct", flags "flags", file "file",
        function "function", line "line", end_line "end_line", func_line "func_line", func_end_line "func_end_line"));
    expected.extend(
        layout!("clacc_when", When: device "device", queue "async", go "go", waits "waits", wait "wait",
        wait_device "wait_device"),
    );
    expected.extend(layout!("clacc_depend", Depend: address "address", kind "kind", reserved "reserved"));
    expected
        .extend(layout!("clacc_task_info", TaskInfo: site "site", body "body", copy "copy", bytes "bytes",
        align "align", flags "flags", reserved "reserved"));
    expected.extend(layout!("clacc_task_reduction", TaskReduction: original "original", bytes "bytes",
        initialise "initialise", combine "combine"));
    expected
        .extend(layout!("clacc_item", Item: host "host", bytes "bytes", pointer "pointer", name "name", action "action",
        reserved "reserved"));
    expected.extend(layout!("clacc_param", Param: offset "offset", kind "kind", bytes "bytes", name "name"));
    expected.extend(layout!("clacc_global", Global: host "host", bytes "bytes", name "name",
        flags "flags", reserved "reserved"));
    expected.extend(numbers().map(|(name, value)| format!("CLACC_{name} {value}")));
    for executable in COMPILERS.iter().filter_map(|compiler| build(compiler, "layout")) {
        let output = run(&executable, "", &[]);
        let text = String::from_utf8_lossy(&output.stdout);
        assert_eq!(text.lines().collect::<Vec<_>>(), expected, "{}", executable.display());
    }
}

/// Variables, what the program prints, and the number of complaints.
type EnvironmentCase = (&'static [(&'static str, &'static str)], &'static str, usize);

#[test]
fn the_environment_sets_the_first_variables() {
    let cases: &[EnvironmentCase] = &[
        (&[("OMP_NUM_THREADS", "3")], "3 0 1 2 1 LIMIT 0 | 3 1", 0),
        (&[("OMP_NUM_THREADS", "3,2")], "3 0 255 2 1 LIMIT 0 | 3 2", 0),
        (&[("OMP_NUM_THREADS", "3,2"), ("OMP_MAX_ACTIVE_LEVELS", "1")], "3 0 1 2 1 LIMIT 0 | 3 1", 0),
        (
            &[("OMP_NUM_THREADS", "4"), ("OMP_THREAD_LIMIT", "2"), ("OMP_SCHEDULE", "guided,7")],
            "4 0 1 3 7 2 0 | 2 1",
            0,
        ),
        (
            &[("OMP_NUM_THREADS", "2"), ("OMP_STACKSIZE", "1M"), ("OMP_DYNAMIC", "yes")],
            "2 0 1 2 1 LIMIT 0 | 2 1",
            1,
        ),
        (&[("OMP_NUM_THREADS", "2"), ("OMP_SCHEDULE", "best")], "2 0 1 2 1 LIMIT 0 | 2 1", 1),
    ];
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let limit = (8 * processors).max(1024).to_string();
    let Some(executable) = build("gcc", "environment") else { return };
    for (environment, expected, complaints) in cases {
        let output = run(&executable, "", environment);
        let (said, complained) =
            (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert_eq!(said.trim_end(), expected.replace("LIMIT", &limit), "{environment:?}");
        assert_eq!(complained.lines().count(), *complaints, "{complained}");
        assert!(
            complained.lines().all(|line| line.starts_with("acc2omp: OMP_") && line.ends_with("ignored"))
        );
    }
}

/// Launches with a site and without, nested ones and those of OpenACC.
#[test]
fn launches_are_announced_if_asked_for() {
    const LINES: &str = "acc2omp: launch: some\\ file.c:31: work: omp parallel, threads: 2\n\
        acc2omp: launch: unknown place: region, threads: 1\n\
        acc2omp: launch: some\\ file.c:40: work: acc kernels, threads: 3, gangs: 7\n\
        acc2omp: launch: some\\ file.c:40: work: acc kernels, threads: 1, gangs: 7\n";
    for executable in COMPILERS.iter().filter_map(|compiler| build(compiler, "sites")) {
        for (value, expected) in [("0", ""), ("1", LINES), ("6", ""), ("3", LINES)] {
            let output = run(&executable, "", &[("CLACC_NOTIFY", value), ("OMP_NUM_THREADS", "3")]);
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success() && said == expected, "{}: {said}", executable.display());
        }
    }
}

/// The lines of `OMP_DISPLAY_AFFINITY`: those of one region come in any order.
#[test]
fn threads_of_new_teams_are_displayed() {
    const REGIONS: [(&str, &[&str]); 7] = [
        ("two", &["1 0/2 0", "1 1/2 0"]),
        ("the same two", &[]),
        ("one", &["1 0/1 0"]),
        ("the same one", &[]),
        ("two and one below", &["1 0/2 0", "1 1/2 0", "2 0/1 1"]),
        ("three, in another format", &["level 1: 0", "level 1: 1", "level 1: 2"]),
        ("gangs", &[]),
    ];
    let environment = |displays| [("OMP_DISPLAY_AFFINITY", displays), ("OMP_AFFINITY_FORMAT", "%L %n/%N %a")];
    for executable in COMPILERS.iter().filter_map(|compiler| build(compiler, "affinity_lines")) {
        for displays in ["true", "false"] {
            let output = run(&executable, "", &environment(displays));
            let said = String::from_utf8_lossy(&output.stderr);
            let mut lines = said.lines().peekable();
            for (region, expected) in REGIONS {
                assert_eq!(lines.next(), Some(region), "{said}");
                let is_title = |line: &str| REGIONS.iter().any(|(title, _)| *title == line);
                let mut found: Vec<_> =
                    std::iter::from_fn(|| lines.next_if(|line| !is_title(line))).collect();
                found.sort_unstable();
                assert_eq!(found, if displays == "true" { expected } else { &[] }, "{region}: {said}");
            }
            assert!(output.status.success() && lines.next().is_none(), "{said}");
        }
    }
}

/// A call without a region ends the program, and the message says where it is.
#[test]
fn messages_name_the_construct() {
    let Some(executable) = build("gcc", "sites") else { return };
    for (argument, function) in [("fork", "clacc_fork"), ("gangs", "clacc_gangs"), ("task", "clacc_task")] {
        let output = run(&executable, argument, &[]);
        let said = String::from_utf8_lossy(&output.stderr);
        let expected = format!("acc2omp: {function}: some\\ file.c:31: work: omp parallel: no ");
        assert!(output.status.code() == Some(1) && said.starts_with(&expected), "{argument}: {said}");
    }
}

/// Checks that every function of the header is in the library: a program takes the addresses of all of them.
#[test]
fn the_header_declares_what_the_library_has() {
    let header = include_str!("../include/clacc_abi.h");
    let starts_function = |line: &&str| !line.starts_with([' ', '/', '#']) && !line.starts_with("static");
    let declared = header.lines().filter(starts_function).filter_map(|line| line.split_once('('));
    let names: Vec<_> = declared.filter_map(|(head, _)| head.rsplit([' ', '*']).next()).collect();
    let names: Vec<_> = names.into_iter().filter(|name| name.starts_with("clacc_")).collect();
    assert!(names.len() > 25, "{names:?}");
    let checks: Vec<_> = names.iter().map(|name| format!("  if ({name} == 0) return 1;")).collect();
    let text = format!("#include <clacc_abi.h>\nint main(void) {{\n{}\n  return 0;\n}}\n", checks.join("\n"));
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("every_native_function.c");
    assert!(std::fs::write(&file, text).is_ok());
    let library = library_folder();
    let mut command = Command::new("gcc");
    command.arg("-I").arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("include")).arg("-w").arg(&file);
    command.arg("-o").arg(file.with_extension("")).arg("-L").arg(&library).arg("-lacc2omp");
    let output = command.output().unwrap_or_else(|error| panic!("gcc: {error}"));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn threads_are_put_at_places_if_asked_for() {
    let two = std::thread::available_parallelism().is_ok_and(|count| count.get() >= 2);
    let Some(executable) = build("gcc", "places").filter(|_| two) else { return };
    let cases: &[EnvironmentCase] = &[
        (&[], "0: -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1", 0),
        (
            &[("OMP_PLACES", "threads(2)"), ("OMP_PROC_BIND", "false")],
            "0: -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1",
            0,
        ),
        (&[("OMP_PLACES", "threads(2)")], "2: 0 0 1 0 0 0 0 0 1 0 0 1", 0),
        (&[("OMP_PLACES", "threads(2)"), ("OMP_PROC_BIND", "primary")], "2: 0 0 0 0 0 0 0 0 1 0 0 1", 0),
        (&[("OMP_PLACES", "threads(1)"), ("OMP_PROC_BIND", "spread")], "1: 0 0 0 0 0 0 0 0 0 0 0 0", 0),
        (&[("OMP_PLACES", "boards")], "0: -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1", 1),
    ];
    for (environment, expected, complaints) in cases {
        let output = run(&executable, "", environment);
        let (said, complained) =
            (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert_eq!(
            (said.trim_end(), output.status.code()),
            (*expected, Some(0)),
            "{environment:?} {complained}"
        );
        assert_eq!(complained.lines().count(), *complaints, "{complained}");
    }
}

/// The functions that `clacc_abi.h` declares.
fn declared() -> Vec<String> {
    let header = include_str!("../abi/include/clacc_abi.h");
    // A declaration begins at the beginning of a line, with a type that ends in a space or a star.
    let begins = |line: &&str| line.starts_with(|first: char| first.is_ascii_lowercase());
    let lines = header.lines().filter(begins).filter(|line| !line.starts_with("static inline"));
    let name = |line: &str| {
        let name = line.split_once('(')?.0.rsplit([' ', '*']).next()?;
        name.starts_with("clacc_").then(|| name.to_owned())
    };
    lines.filter_map(name).collect()
}

#[test]
fn the_library_exports_what_the_header_declares() {
    let declared = declared();
    assert!(declared.len() > 75, "{declared:?}");
    let library = library_folder().join("libacc2omp.so");
    let Ok(output) = Command::new("nm").args(["-D", "--defined-only"]).arg(library).output() else { return };
    let text = String::from_utf8_lossy(&output.stdout);
    let mut exported: Vec<_> = text.lines().filter_map(|line| line.split_whitespace().nth(2)).collect();
    exported.retain(|name| name.starts_with("clacc_"));
    for name in &declared {
        assert!(exported.contains(&name.as_str()), "{name} is not exported");
    }
    for name in exported {
        assert!(declared.iter().any(|declared| declared == name), "{name} is not declared");
    }
}
