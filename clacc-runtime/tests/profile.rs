//! Runs C programs with profiling libraries: over clang's libomptarget with its plugin for the host, over gcc's libgomp, and as
//! generated code.

#![allow(clippy::print_stdout, reason = "a skipped compiler is worth a line")]

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Mutex;
use support::{NO_HELPERS, compile, library_folder, link_llvm};

/// A compiler and its switches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// clang with devices that its plugin for the host offers.
    Plugin,
    /// gcc without devices.
    Gcc,
    /// clang without devices.
    ClangOnHost,
    /// A C compiler, for what generated code calls.
    Native,
}

impl Way {
    fn words(self) -> (&'static str, &'static [&'static str]) {
        match self {
            Self::Plugin => ("clang-19", &["-g", "-fopenmp", "-fopenmp-targets=x86_64-pc-linux-gnu"]),
            Self::Gcc => ("gcc", &["-fopenmp", "-foffload=disable"]),
            Self::ClangOnHost => ("clang-19", &["-fopenmp"]),
            Self::Native => ("gcc", &[]),
        }
    }

    fn is_clang(self) -> bool {
        matches!(self, Self::Plugin | Self::ClangOnHost)
    }
}

fn package() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn scratch(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("profile-{name}"))
}

/// Builds a program, once for each way and label. Returns `None` if the compiler is not installed.
fn build(way: Way, program: &str, more: &[&str]) -> Option<PathBuf> {
    static BUILT: Mutex<BTreeMap<PathBuf, bool>> = Mutex::new(BTreeMap::new());
    let executable = scratch(&format!("{program}-{way:?}{}", more.concat()));
    let mut built = BUILT.lock().ok()?;
    let is_built = *built.entry(executable.clone()).or_insert_with(|| link(way, program, more, &executable));
    is_built.then_some(executable)
}

fn link(way: Way, program: &str, more: &[&str], executable: &Path) -> bool {
    let (compiler, switches) = way.words();
    let library = library_folder();
    let mut command = Command::new(compiler);
    command.args(switches).args(["-Wall", "-Wextra", "-Wno-unknown-pragmas", "-pthread"]).args(more);
    command.arg("-I").arg(package().join("include"));
    command
        .arg(package().join("tests/c/profile").join(program).with_extension("c"))
        .arg("-o")
        .arg(executable);
    command.arg("-L").arg(&library).arg(format!("-Wl,-rpath,{}", library.display()));
    command.args(["-Wl,--no-as-needed", "-lacc2omp"]);
    if way.is_clang() && !link_llvm(&mut command) {
        return false;
    }
    compile(&mut command)
}

/// Builds a shared library for an environment variable.
fn shared(source: &str, name: &str) -> Option<PathBuf> {
    let file = scratch(&format!("{source}-{name}.so"));
    let mut command = Command::new("clang-19");
    command.args(["-shared", "-fPIC", "-Wall"]).arg(format!("-DNAME=\"{name}\""));
    command.arg("-I").arg(package().join("include"));
    command.arg(package().join("tests/c/profile").join(source).with_extension("c")).arg("-o").arg(&file);
    compile(&mut command).then_some(file)
}

fn run(executable: &Path, environment: &[(&str, &str)]) -> Output {
    let mut command = Command::new(executable);
    for name in ["ACC_DEVICE_TYPE", "ACC_DEVICE_NUM", "ACC_PROFLIB", "OMP_TOOL_LIBRARIES", "CLACC_NOTIFY"] {
        command.env_remove(name);
    }
    command.env("LD_LIBRARY_PATH", library_folder()).envs(environment.iter().copied());
    command.output().unwrap_or_else(|error| panic!("{}: {error}", executable.display()))
}

/// Builds and runs a program. Returns what it said on stderr, or `None` if the compiler is not installed.
fn said(way: Way, program: &str, more: &[&str], environment: &[(&str, &str)]) -> Option<String> {
    let executable = build(way, program, more)?;
    let output = run(&executable, environment);
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{program}, {way:?}: {:?}\n{text}", output.status);
    Some(text)
}

fn expected(name: &str) -> String {
    let file = package().join("tests/c/profile").join(name).with_extension("expected");
    std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// The order of all events and their fields, on the first device: how many further ones there are is the plugin's choice.
#[test]
fn all_events_come_in_order() {
    let Some(text) = said(Way::Plugin, "all_events", &[], &[]) else { return };
    let is_of_another = |line: &&str| (1..16).any(|number| line.contains(&format!(" on 11:{number} ")));
    let lines: Vec<_> = text.lines().filter(|line| !is_of_another(line)).collect();
    assert_eq!(lines.join("\n") + "\n", expected("all_events"));
}

/// Without a word about the source, events have their constructs and no source.
#[test]
fn without_debug_information_the_source_is_not_known() {
    let Some(text) = said(Way::Plugin, "all_events", &["-g0"], &[]) else { return };
    assert!(text.contains("compute_construct_start at -:0 -, parallel on 11:0"), "{text}");
    assert!(
        text.contains("alloc at -:0 -, enter_data on 11:0 queue -1 var - bytes 32 host 1 device 1"),
        "{text}"
    );
}

/// Two libraries, the second one nested in the first, around one that is not there. Each is called once, although libgomp loads
/// them too.
#[test]
fn libraries_are_loaded_in_order() {
    let (Some(one), Some(two)) = (shared("library", "one"), shared("library", "two")) else { return };
    let named = format!("{};/nowhere/lib.so;{}", one.display(), two.display());
    for way in [Way::Plugin, Way::Gcc] {
        let Some(text) = said(way, "construct", &[], &[("ACC_PROFLIB", &named)]) else { continue };
        let is_about = |line: &&str| !line.is_empty() && !line.contains("/nowhere/lib.so");
        let lines: Vec<_> = text.lines().filter(is_about).collect();
        let event = |who: &str, end: &str| {
            format!("{who} compute_construct_{end} at construct.c:11 main, parallel on 11:0 queue -1")
        };
        let events = [event("one", "start"), event("two", "start"), event("two", "end"), event("one", "end")];
        assert_eq!(lines[..2], ["one registers", "two registers"], "{text}");
        // gcc's constructs call nothing of the library.
        assert_eq!(lines[2..], events[..if way == Way::Plugin { 4 } else { 0 }], "{text}");
        assert_eq!(text.lines().filter(|line| line.contains("/nowhere/lib.so")).count(), 1, "{text}");
    }
}

#[test]
fn a_library_registers_late_withdraws_and_toggles() {
    if let Some(text) = said(Way::Plugin, "toggles", &[], &[NO_HELPERS]) {
        assert_eq!(text, "");
    }
}

/// The program itself registers a callback, after the OpenMP runtime has started.
#[test]
fn a_program_registers_late() {
    let Some(text) = said(Way::Plugin, "late", &[], &[]) else { return };
    assert_eq!(text, "compute_construct_start at late.c:14 main, parallel on 11:0 queue -1\n");
}

/// A private array is memory of the device that is allocated, filled and freed. Memory that cannot be allocated has no event.
#[test]
fn private_arrays_and_failed_allocations() {
    let Some(text) = said(Way::Plugin, "private", &[], &[]) else { return };
    let of_array = |line: &&str| line.contains(" var p bytes 256 host 1 device 1");
    let events: Vec<_> = text.lines().filter(of_array).filter_map(|line| line.split(' ').next()).collect();
    let wanted = ["alloc", "create", "enqueue_upload_start", "enqueue_upload_end", "delete", "free"];
    assert_eq!(events, wanted, "{text}");
    assert!(text.contains("\nnone\n") && !text.contains("no memory"), "{text}");
    assert_eq!(text.matches("alloc at").count(), 2, "{text}");
}

/// Routines of data have events whether the data is absent, present, or associated by the program; each event names its routine.
#[test]
fn routines_of_data_and_memory() {
    let Some(text) = said(Way::Plugin, "routines", &[], &[]) else { return };
    assert_eq!(text, expected("routines"));
}

/// A construct without data has no events of data. An array that libomptarget copies from elsewhere has its name if it is alone
/// there. A region that libomptarget refuses has its launch on the host.
#[test]
fn constructs_without_data_and_private_arrays() {
    let Some(text) = said(Way::Plugin, "firstprivate", &[], &[]) else { return };
    let expected = expected("firstprivate");
    assert_eq!(text, expected);
    let refused = said(Way::Plugin, "firstprivate", &[], &[("OMP_TARGET_OFFLOAD", "disabled")]);
    let on_host = expected.lines().filter(|line| line.starts_with("compute") || line.contains("launch"));
    let on_host: Vec<_> = on_host.map(|line| line.replace("11:0", "2:0")).collect();
    assert_eq!(refused.unwrap_or_default().lines().collect::<Vec<_>>(), on_host);
}

/// Events come one by one: each does without callbacks for the others.
#[test]
fn each_event_alone() {
    for (number, name) in [
        ("0", ""),
        ("6", "create"),
        ("7", "delete"),
        ("8", "alloc"),
        ("9", "free"),
        ("10", "enter_data_start"),
        ("11", "enter_data_end"),
        ("12", "exit_data_start"),
        ("13", "exit_data_end"),
        ("14", "update_start"),
        ("15", "update_end"),
        ("16", "compute_construct_start"),
        ("17", "compute_construct_end"),
        ("18", "enqueue_launch_start"),
        ("19", "enqueue_launch_end"),
        ("20", "enqueue_upload_start"),
        ("21", "enqueue_upload_end"),
        ("22", "enqueue_download_start"),
        ("23", "enqueue_download_end"),
    ] {
        let Some(text) = said(Way::Plugin, "single", &[], &[("EVENT", number)]) else { return };
        let has_source = |line: &str| line.starts_with(&format!("{name} at single.c:1"));
        assert!(text.lines().all(has_source) && text.is_empty() == name.is_empty(), "{name}: {text}");
    }
}

/// The queue of a construct is known in the thread that runs its task; that of a routine too.
#[test]
fn events_name_their_queues() {
    let Some(text) = said(Way::Plugin, "queues", &[], &[]) else { return };
    for queue in 1..4 {
        for event in [
            "compute_construct_start at queues.c:203 main, parallel",
            "wait_start at -:0 acc_wait, runtime_api",
        ] {
            let line = format!("{event} on 11:0 queue {queue}");
            assert_eq!(text.lines().filter(|said| *said == line).count(), 1, "{line}\n{text}");
        }
    }
    assert!(
        text.contains("update_end at -:0 acc_update_self_async, runtime_api on 11:0 queue 5\n"),
        "{text}"
    );
}

#[test]
fn eight_threads_and_four_queues() {
    if let Some(text) = said(Way::Plugin, "crowd", &[], &[NO_HELPERS]) {
        assert_eq!(text, "");
    }
}

/// The tool of the user is told the same, with a profiling library beside it and without.
#[test]
fn a_tool_of_the_user_runs_beside_it() {
    let (Some(library), Some(tool)) = (shared("library", "one"), shared("tool", "tool")) else { return };
    let (library, tool) = (library.display().to_string(), tool.display().to_string());
    let tool = ("OMP_TOOL_LIBRARIES", tool.as_str());
    let Some(alone) = said(Way::Plugin, "construct", &[], &[tool]) else { return };
    assert_eq!(alone, "tool: devices 1, regions 1, operations 4, launches 1\n");
    let Some(both) = said(Way::Plugin, "construct", &[], &[tool, ("ACC_PROFLIB", &library)]) else { return };
    assert!(both.ends_with(&alone) && both.contains("one compute_construct_end"), "{both}");
}

/// Constructs that calls around them announce have the source of these calls, and no second event.
#[test]
fn announced_directives() {
    for (way, number) in [(Way::Gcc, "2:0"), (Way::ClangOnHost, "2:0"), (Way::Plugin, "11:0")] {
        let environment = if way == Way::ClangOnHost { &[NO_HELPERS][..] } else { &[] };
        let Some(text) = said(way, "sites", &[], environment) else { continue };
        // On a device, when the kernel runs is for libomp to say.
        let is_of_kernel =
            |line: &&str| way == Way::Plugin && line.contains("kernels") && !line.starts_with("compute");
        let lines: Vec<_> = text.lines().filter(|line| !is_of_kernel(line)).collect();
        let wanted = expected("sites").replace("DEVICE", number);
        let wanted: Vec<_> =
            wanted.lines().filter(|line| way != Way::Plugin || !line.starts_with("enqueue")).collect();
        assert_eq!(lines, wanted, "{way:?}");
        if way == Way::Plugin {
            assert!(text.contains("enqueue_launch_start at s.c:20 work, kernels on 11:0 queue 3"), "{text}");
        }
    }
}

#[test]
fn generated_code() {
    let Some(text) = said(Way::Native, "native", &[], &[]) else { return };
    assert_eq!(text, expected("native"));
}

/// A construct ends although its callback withdrew itself: later events have causes of their own.
#[test]
fn a_callback_withdrawn_inside_of_a_construct() {
    let Some(text) = said(Way::Plugin, "pauses", &[], &[]) else { return };
    let lines: Vec<_> = text.lines().collect();
    let copy = "enter_data_start at -:0 acc_copyin, runtime_api on 11:0 queue -1";
    assert_eq!(lines, ["compute_construct_start at pauses.c:5 main, kernels on 11:0 queue -1", copy]);
}

#[test]
fn no_library_and_no_line_without_a_wish() {
    for way in [Way::Plugin, Way::Gcc] {
        if let Some(text) = said(way, "construct", &[], &[]) {
            assert_eq!(text, "", "{way:?}");
        }
    }
}

/// The lines of `CLACC_NOTIFY` for a translated program, by bit.
#[test]
fn lines_about_launches_transfers_and_waits() {
    let launch = ": main: acc parallel, device: 0, gangs: 0";
    let upload = ": main: acc parallel, device: 0, a: 32 bytes";
    for (value, wanted) in [
        ("0", &[][..]),
        ("1", &[("launch", launch)]),
        ("2", &[("upload", upload), ("download", upload)]),
        ("3", &[("upload", upload), ("launch", launch), ("download", upload)]),
        ("4", &[]),
    ] {
        let Some(text) = said(Way::Plugin, "construct", &[], &[("CLACC_NOTIFY", value)]) else { return };
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(lines.len(), wanted.len(), "{value}: {text}");
        for (line, (what, rest)) in lines.iter().zip(wanted) {
            let is_right = line.starts_with(&format!("acc2omp: {what}: "))
                && line.ends_with(&format!("construct.c:11{rest}"));
            assert!(is_right, "{value}: {text}");
        }
    }
    for way in [Way::Plugin, Way::Gcc] {
        let Some(text) = said(way, "table", &[], &[("CLACC_NOTIFY", "4")]) else { continue };
        assert!(text.contains("acc2omp: wait: unknown place: acc_wait, queue: 2\n"), "{text}");
    }
}

/// The bindings of the tables in `docs/profiling.md`, in the order of the columns.
const BINDINGS: [(&str, Way, &[&str]); 4] = [
    ("libomptarget", Way::Plugin, &[]),
    ("libgomp", Way::Gcc, &[]),
    ("announced", Way::Gcc, &["-DANNOUNCED"]),
    ("native", Way::Native, &[]),
];

/// The rows of a table of the page whose first column begins with a word: what is named there, and the cells behind it.
fn rows<'p>(page: &'p str, begin: &str) -> Vec<(&'p str, Vec<&'p str>)> {
    let cells = |line: &'p str| line.trim_matches('|').split('|').map(str::trim).collect::<Vec<_>>();
    let table = page.lines().skip_while(|line| !line.starts_with(&format!("| {begin}")));
    let rows = table.skip(2).take_while(|line| line.starts_with('|')).map(cells);
    rows.map(|row| (row[0].trim_matches('`'), row[1..].to_vec())).collect()
}

/// Every cell says `yes`, or why not, and the programs say the same.
#[test]
fn the_tables_of_the_page_are_true() {
    let page = include_str!("../../docs/profiling.md");
    for (begin, word, count) in [("event", "event ", 25), ("field", "field ", 28)] {
        let rows = rows(page, begin);
        assert_eq!(rows.len(), count, "{begin}");
        for (column, (binding, way, more)) in BINDINGS.iter().enumerate() {
            let Some(text) = said(*way, "table", more, &[]) else { continue };
            let seen: BTreeSet<_> = text.lines().filter_map(|line| line.strip_prefix(word)).collect();
            for (name, cells) in &rows {
                assert_eq!(cells.len(), BINDINGS.len(), "{name}");
                let cell = cells[column];
                assert!(!cell.is_empty(), "{name} in {binding}");
                assert_eq!(seen.contains(name), cell == "yes", "{name} in {binding}: {cell}");
            }
        }
    }
}
