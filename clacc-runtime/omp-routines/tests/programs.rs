//! Builds C programs against the header and the shared libraries, and runs them.

#![allow(
    clippy::print_stdout,
    clippy::expect_used,
    reason = "a skipped compiler is worth a line; tests may panic"
)]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// A compiler, its switches, and whether it reads the header of this package or one of its own.
#[derive(Clone, Copy)]
struct Way {
    name: &'static str,
    compiler: &'static str,
    switches: &'static [&'static str],
    own_header: bool,
}

const STRICT: &[&str] = &["-std=gnu99", "-pedantic", "-Wall", "-Wextra", "-Werror"];

const GCC: Way = Way { name: "gcc", compiler: "gcc", switches: STRICT, own_header: true };
const CLANG: Way = Way { name: "clang", compiler: "clang-19", ..GCC };
const TCC: Way = Way { name: "tcc", compiler: "tcc", switches: &["-Wall", "-Werror"], own_header: true };
/// Objects that were compiled with gcc's header.
const HEADER_OF_GCC: Way =
    Way { name: "gcc with its own header", switches: &["-Wall", "-Werror"], own_header: false, ..GCC };

/// Returns the folder of the shared libraries that cargo built for these tests.
fn library_folder() -> PathBuf {
    let test = std::env::current_exe().unwrap_or_default();
    let folder = test.parent().map(Path::to_path_buf).unwrap_or_default();
    for name in ["libclacc_omp.so", "libacc2omp.so"] {
        assert!(folder.join(name).exists(), "no {name} in {}", folder.display());
    }
    folder
}

fn is_installed(compiler: &str) -> bool {
    let found = Command::new(compiler).arg("-v").output().is_ok();
    if !found {
        println!("skipped: {compiler} is not installed");
    }
    found
}

/// Builds a program, if the compiler is installed.
fn build(way: Way, program: &str, optimised: &str) -> Option<PathBuf> {
    if !is_installed(way.compiler) {
        return None;
    }
    let library = library_folder();
    let label = way.name.replace(' ', "-");
    let executable = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{program}-{label}{optimised}"));
    let mut command = Command::new(way.compiler);
    command.args(way.switches).arg(optimised).arg(Path::new(ROOT).join("tests/c").join(program));
    if way.own_header {
        command.arg("-I").arg(Path::new(ROOT).join("include"));
    }
    command.arg("-I").arg(Path::new(ROOT).join("../include"));
    command.arg("-o").arg(&executable).arg("-L").arg(&library);
    command.args(["-lclacc_omp", "-lacc2omp"]).arg(format!("-Wl,-rpath={}", library.display()));
    let output = command.output().ok()?;
    assert!(output.status.success(), "{program}, {}: {}", way.name, String::from_utf8_lossy(&output.stderr));
    Some(executable)
}

fn run(executable: &Path, arguments: &[&str], environment: &[(&str, &str)]) -> Output {
    let mut command = Command::new(executable);
    command.args(arguments).env("LD_LIBRARY_PATH", library_folder());
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("OMP_")) {
        command.env_remove(name);
    }
    let output = command.envs(environment.iter().copied()).output();
    output.unwrap_or_else(|error| panic!("{}: {error}", executable.display()))
}

/// Runs a program that checks its own results.
fn check(program: &str, ways: &[Way]) {
    for way in ways {
        let Some(executable) = build(*way, program, "-O1") else { continue };
        let output = run(&executable, &[], &[]);
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{program}, {}: {:?}\n{text}", way.name, output.status);
    }
}

#[test]
fn threads_teams_and_tasks() {
    check("threads.c", &[GCC, CLANG, HEADER_OF_GCC]);
}

#[test]
fn locks() {
    check("locks.c", &[GCC, HEADER_OF_GCC]);
}

#[test]
fn devices_and_their_memory() {
    check("devices.c", &[GCC, CLANG, HEADER_OF_GCC]);
}

#[test]
fn devices_with_a_memory_of_their_own() {
    let Some(executable) = build(GCC, "discrete.c", "-O1") else { return };
    let environment = [("ACC_DEVICE_TYPE", "discrete"), ("CLACC_DISCRETE_DEVICES", "2")];
    let output = run(&executable, &[], &environment);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    for (program, says) in [
        ("short", "acc2omp: omp_target_memcpy: "),
        ("twice", "acc2omp: omp_target_free: "),
        ("swapped", "acc2omp: omp_target_memcpy: "),
    ] {
        let output = run(&executable, &[program], &environment);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(1) && said.starts_with(says), "{program}: {said}");
    }
}

#[test]
fn allocators() {
    check("memory.c", &[GCC, CLANG, HEADER_OF_GCC]);
}

#[test]
fn the_header_in_cpp() {
    let cpp = |way: Way, compiler| Way { compiler, switches: &["-Wall", "-Wextra", "-Werror"], ..way };
    check("interface.cpp", &[cpp(GCC, "g++"), cpp(CLANG, "clang++-19")]);
}

#[test]
fn lines_about_threads() {
    for way in [GCC, HEADER_OF_GCC] {
        let Some(executable) = build(way, "affinity.c", "-O1") else { return };
        let output = run(&executable, &[], &[]);
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{text}");
        assert_eq!(text, "shown by 0\n0 again\n");
    }
}

/// Each processor is a place, and threads are put there.
#[test]
fn places() {
    let Some(executable) = build(GCC, "places.c", "-O1") else { return };
    let output = run(&executable, &[], &[("OMP_PLACES", "threads"), ("OMP_PROC_BIND", "close")]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Calls that no result could answer end the program with a message.
#[test]
fn what_cannot_be_done_ends_the_program() {
    let cases = [
        ("locks.c", "clacc_omp: omp_unset_nest_lock: the task does not have the lock\n"),
        ("memory.c", "clacc_omp: an allocator has no 9 bytes\n"),
    ];
    for (program, message) in cases {
        let Some(executable) = build(GCC, program, "-O0") else { return };
        let output = run(&executable, &["fault"], &[]);
        assert!(!output.status.success(), "{program}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), message, "{program}");
    }
}

/// The environment variables, a line of `environment.c`, and what is said of variables.
type EnvironmentCase = (&'static [(&'static str, &'static str)], &'static str, &'static str);

const ENVIRONMENTS: &[EnvironmentCase] = &[
    (&[("OMP_NUM_THREADS", "3"), ("OMP_SCHEDULE", "guided,4")], "threads 3, schedule 3 4, levels 1, ", ""),
    (
        &[("OMP_MAX_ACTIVE_LEVELS", "2"), ("OMP_DYNAMIC", "true"), ("OMP_PROC_BIND", "spread")],
        " levels 2, dynamic 1, bind 4, ",
        "",
    ),
    (&[("OMP_SCHEDULE", "monotonic:dynamic,5")], ", schedule -2147483646 5, ", ""),
    (&[("OMP_SCHEDULE", "nonmonotonic:dynamic,5")], ", schedule 2 5, ", ""),
    (&[("OMP_THREAD_LIMIT", "5")], " limit 5\n", ""),
    (&[], "teams 0, team threads 0, priority 0, device 0\n", ""),
    (
        &[
            ("OMP_NUM_TEAMS", " 7"),
            ("OMP_TEAMS_THREAD_LIMIT", "8"),
            ("OMP_MAX_TASK_PRIORITY", "9"),
            ("OMP_DEFAULT_DEVICE", "2"),
        ],
        "teams 7, team threads 8, priority 9, device 2\n",
        "",
    ),
    (
        &[("OMP_DEFAULT_DEVICE", "-7")],
        "teams 0, team threads 0, priority 0, device 0\n",
        "clacc_omp: OMP_DEFAULT_DEVICE: '-7' is not understood\n",
    ),
    (
        &[("OMP_AFFINITY_FORMAT", "%n"), ("OMP_ALLOCATOR", "omp_pteam_mem_alloc")],
        "format %n, allocator 7, aligned ",
        "",
    ),
    (
        &[("OMP_ALLOCATOR", "omp_large_cap_mem_space:alignment=8192,pinned=false")],
        "allocator -1, aligned 1\n",
        "",
    ),
    (
        &[("OMP_ALLOCATOR", "mine")],
        " allocator 1, aligned ",
        "clacc_omp: OMP_ALLOCATOR: 'mine' is not understood\n",
    ),
];

#[test]
fn environment_variables() {
    let Some(executable) = build(GCC, "environment.c", "-O1") else { return };
    for (environment, line, said) in ENVIRONMENTS {
        let output = run(&executable, &[], environment);
        let (text, errors) =
            (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success() && text.contains(line), "{environment:?}: {text}");
        let (before, shown) = errors.split_once("\nOPENMP DISPLAY ENVIRONMENT BEGIN\n").unwrap_or_default();
        assert_eq!(before, *said, "{environment:?}");
        assert!(shown.starts_with("  _OPENMP = '202111'\n"), "{shown}");
        assert!(shown.ends_with("\nOPENMP DISPLAY ENVIRONMENT END\n"), "{shown}");
    }
}

/// Objects of both headers agree about what they share.
#[test]
fn types_and_values_are_those_of_gcc() {
    let ways = [GCC, CLANG, HEADER_OF_GCC].map(|way| Way { switches: &[], ..way });
    let text = |way: Way| {
        let output = run(&build(way, "layout.c", "-O0")?, &[], &[]);
        Some(String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let [Some(ours), other, Some(of_gcc)] = ways.map(text) else { return };
    assert!(ours.contains("omp_lock_t 4 4\nomp_nest_lock_t 16 8\n"), "{ours}");
    assert_eq!(ours, of_gcc);
    assert!(other.is_none_or(|of_clang| of_clang == ours), "clang and gcc read the header alike");
}

/// The routines that the header declares.
fn declared() -> BTreeSet<String> {
    let header = include_str!("../include/omp.h");
    let words = header.split(|next: char| !next.is_alphanumeric() && next != '_' && next != '(');
    let routines = words.filter_map(|word| word.split_once('(')).map(|(name, _)| name.to_owned());
    routines.filter(|name| name.starts_with("omp_")).collect()
}

#[test]
fn the_library_exports_what_the_header_declares() {
    let declared = declared();
    assert!(declared.len() > 90, "{}", declared.len());
    let library = library_folder().join("libclacc_omp.so");
    let Ok(output) = Command::new("nm").args(["-D", "--defined-only"]).arg(library).output() else { return };
    let text = String::from_utf8_lossy(&output.stdout);
    let exported: BTreeSet<_> =
        text.lines().filter_map(|line| line.split_whitespace().nth(2)).map(str::to_owned).collect();
    assert_eq!(exported, declared);
}

/// The routines of the table in the documentation: those that are there, and those that are absent.
fn tabled() -> (BTreeSet<String>, BTreeSet<String>) {
    let rows =
        include_str!("../../../docs/openmp-routines.md").lines().filter(|line| line.starts_with("| 18"));
    let cells = rows.map(|row| row.split('|').map(str::trim).collect::<Vec<_>>());
    let (absent, there): (Vec<_>, Vec<_>) = cells.partition(|cells| cells[3] == "absent");
    let names =
        |rows: Vec<Vec<&str>>| rows.iter().map(|cells| cells[2].trim_matches('`').to_owned()).collect();
    (names(there), names(absent))
}

#[test]
fn the_table_of_routines_is_complete() {
    let (there, absent) = tabled();
    assert_eq!(there, declared());
    assert_eq!(absent, BTreeSet::new());
}

/// Every routine is called by some program in `tests/c`.
#[test]
fn every_routine_is_called() {
    let sources = std::fs::read_dir(Path::new(ROOT).join("tests/c")).expect("the folder is there").flatten();
    let read = |path| std::fs::read_to_string(path).expect("a source reads");
    let all: String = sources.map(|entry| read(entry.path())).collect();
    let missing: Vec<_> = declared().into_iter().filter(|name| !all.contains(&format!("{name}("))).collect();
    assert_eq!(missing, Vec::<String>::new());
}

/// A program that is translated for another OpenMP runtime is linked with libacc2omp alone.
#[test]
fn the_other_library_exports_no_routine() {
    let library = library_folder().join("libacc2omp.so");
    let Ok(output) = Command::new("nm").args(["-D", "--defined-only"]).arg(library).output() else { return };
    let text = String::from_utf8_lossy(&output.stdout);
    let mut names = text.lines().filter_map(|line| line.split_whitespace().nth(2));
    assert!(text.contains("clacc_fork"), "nm lists what is exported: {text}");
    assert_eq!(names.find(|name| name.starts_with("omp_")), None);
}

/// The functions of `clacc_abi.h` that this library calls, and nothing else of the other one.
#[test]
fn it_asks_through_the_interface_only() {
    let library = library_folder().join("libclacc_omp.so");
    let Ok(output) = Command::new("nm").args(["-D", "--undefined-only"]).arg(library).output() else {
        return;
    };
    let text = String::from_utf8_lossy(&output.stdout);
    let asked: BTreeSet<_> = text
        .lines()
        .filter_map(|line| line.split_whitespace().nth(1))
        .filter(|name| name.contains("acc"))
        .collect();
    let interface = include_str!("../../include/clacc_abi.h");
    assert!(asked.contains("clacc_icv_get"), "{asked:?}");
    for name in asked {
        assert!(interface.contains(&format!("{name}(")), "{name} is not in clacc_abi.h");
    }
}

#[test]
fn the_header_is_c99_for_every_compiler() {
    for way in [GCC, CLANG, TCC] {
        if !is_installed(way.compiler) {
            continue;
        }
        let source = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("header-{}.c", way.name));
        let text = "#include <omp.h>\nint main(void) { return omp_get_thread_num(); }\n";
        std::fs::write(&source, text).unwrap_or_else(|error| panic!("{error}"));
        let strict: &[&str] = if way.name == "tcc" { way.switches } else { &STRICT[1..] };
        let object = source.with_extension("o");
        let output = Command::new(way.compiler)
            .arg("-std=c99")
            .args(strict)
            .arg("-I")
            .arg(Path::new(ROOT).join("include"))
            .arg("-c")
            .arg(&source)
            .arg("-o")
            .arg(object)
            .output();
        let Ok(output) = output else { continue };
        assert!(output.status.success(), "{}: {}", way.name, String::from_utf8_lossy(&output.stderr));
    }
}
